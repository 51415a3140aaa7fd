//! The text forms of positions and moves: what is written reads back, what is wrong is refused, nothing panics.

mod studies;

use jarmo_engine::{Field, Move, Position, RuleSet, Side};
use jarmo_tests::{data, reference};
use proptest::prelude::*;
use proptest::sample::Index;
use studies::{Study, studies};

fn reference_rules(rules: RuleSet) -> reference::RuleSet {
    reference::RuleSet::from_name(rules.name()).expect("both know the same rule sets")
}

/// The field to blame for a string of [`data::REFUSED`], by the reason given there.
fn blamed(reason: &str) -> Field {
    match reason {
        "side" => Field::Side,
        "line" | "length" => Field::Run(Side::White),
        "move number" => Field::MoveNumber,
        "fields" => Field::Rest,
        _ => Field::Placement,
    }
}

/// Asserts that the text is refused for this field, and that the error says where and what.
fn is_refused_for(rules: RuleSet, text: &str, field: Field, token: &str) {
    let error = Position::parse(text, rules).expect_err(text);
    assert_eq!(error.field(), field, "{text}: {error}");
    assert_eq!(error.token(), token, "{text}: {error}");
    assert_eq!(&text[error.span()], token, "{text}: {error}");
    assert!(!error.reason().is_empty(), "{text}");
    assert!(error.to_string().contains(token), "{error}");
}

#[test]
fn refuses_what_is_no_position_and_names_the_field() {
    for rules in RuleSet::ALL {
        for (text, reason) in data::REFUSED {
            let fields: Vec<&str> = text.split(' ').collect();
            let field = blamed(reason);
            let token = match field {
                Field::Placement => fields[0],
                Field::Side => fields[1],
                Field::Run(Side::White) => fields[2],
                Field::Run(Side::Black) => fields[3],
                Field::MoveNumber => fields[4],
                Field::Rest => fields[6],
            };
            is_refused_for(rules, text, field, token);
        }
    }
}

#[test]
fn refuses_more_and_names_the_field() {
    let black = Field::Run(Side::Black);
    for (text, field, token) in [
        ("", Field::Placement, ""),
        ("w", Field::Placement, "w"),
        ("aaaaa/5/5/5/AAAAA", Field::Side, ""),
        ("aaaaa/5/5/5/AAAAA W", Field::Side, "W"),
        (
            "aaaaa/5/5/5/AAAAA[- w",
            Field::Placement,
            "aaaaa/5/5/5/AAAAA[-",
        ),
        (
            "aaaaa/5/5/5/AAAAA[ w",
            Field::Placement,
            "aaaaa/5/5/5/AAAAA[",
        ),
        (
            "aaaaa/5/5/5/AAAA++A w",
            Field::Placement,
            "aaaaa/5/5/5/AAAA++A",
        ),
        (
            "aaaaa/5/5/5/5/AAAAA w",
            Field::Placement,
            "aaaaa/5/5/5/5/AAAAA",
        ),
        ("aaaaa/5/0/5/AAAAA w", Field::Placement, "aaaaa/5/0/5/AAAAA"),
        (
            "aaaaa/5/5/5/AAAAAA w",
            Field::Placement,
            "aaaaa/5/5/5/AAAAAA",
        ),
        ("aaaaa/5/5/5/AAAAA w a1c2", Field::Run(Side::White), "a1c2"),
        (
            "aaaaa/5/5/5/AAAAA w a1c2* -",
            Field::Run(Side::White),
            "a1c2*",
        ),
        ("aaaaa/5/5/5/AAAAA w - a1c2*+1", black, "a1c2*+1"),
        ("aaaaa/5/5/5/AAAAA w - a1a1*1", black, "a1a1*1"),
        ("aaaaa/5/5/5/AAAAA w - A@a1*1 1", black, "A@a1*1"),
        ("aaaaa/5/5/5/AAAAA w - a1c2A@b1*1 1", black, "a1c2A@b1*1"),
        ("aaaaa/5/5/5/AAAAA w - a1c2*257 1", black, "a1c2*257"),
        ("aaaaa/5/5/5/AAAAA w - - +1", Field::MoveNumber, "+1"),
        ("aaaaa/5/5/5/AAAAA w - - -", Field::MoveNumber, "-"),
        (
            "aaaaa/5/5/5/AAAAA w - - 4294967296",
            Field::MoveNumber,
            "4294967296",
        ),
        ("aaaaa/5/5/5/AAAAA w - - 0 0", Field::MoveNumber, "0"),
    ] {
        for rules in RuleSet::ALL {
            is_refused_for(rules, text, field, token);
        }
    }
    for rules in RuleSet::ALL {
        let limit = rules.rules().run_limit;
        for length in 1..=6 {
            let token = format!("d4b5*{length}");
            let text = format!("aaaaa/5/5/5/AAAAA b - {token}");
            if length > limit {
                is_refused_for(rules, &text, black, &token);
            } else {
                assert!(Position::parse(&text, rules).is_ok(), "{rules}: {text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(studies::config(2_000))]

    #[test]
    fn positions_survive_the_round_trip((rules, study) in studies()) {
        let text = study.to_string();
        let position = Position::parse(&text, rules).unwrap();
        prop_assert_eq!(position.to_string(), text);
        prop_assert_eq!(position.rules(), rules);
        prop_assert_eq!(position.move_number(), study.move_number);
    }

    #[test]
    fn the_last_fields_may_be_left_out((rules, study) in studies()) {
        let text = study.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        for (kept, left_out) in [(2, " - - 1"), (3, " - 1"), (4, " 1")] {
            let short = fields[..kept].join(" ");
            let position = Position::parse(&short, rules).unwrap();
            prop_assert_eq!(position.to_string(), short + left_out);
        }
    }

    #[test]
    fn other_forms_are_tolerated(
        (rules, study) in studies(),
        hand in "\\[[-Aa]{0,10}\\]",
        chess in "(-|KQkq|a1c2) (-|e3|x) (0|17|-)",
        blanks in "[ \t]{1,3}",
    ) {
        let rewritten = |text: &str| Position::parse(text, rules).map(|read| read.to_string());
        let start = format!("{} {}", study.placement(), study.side());
        let number = study.move_number;
        let as_in_chess = rewritten(&format!("{start} {chess} {number}"));
        prop_assert_eq!(as_in_chess, Ok(format!("{start} - - {number}")));

        let text = study.to_string();
        let with_hand = rewritten(&text.replacen(' ', &format!("{hand} "), 1));
        prop_assert_eq!(with_hand.as_ref(), Ok(&text));
        let spaced = rewritten(&format!("{blanks}{}{blanks}", text.replace(' ', &blanks)));
        prop_assert_eq!(spaced.as_ref(), Ok(&text));
        let after_side = text[start.len()..].to_uppercase();
        prop_assert_eq!(rewritten(&format!("{start}{after_side}")), Ok(text));
    }
}

/// One change of a text: a character put in, put in the place of another, or taken out.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, char),
    Replace(Index, char),
    Remove(Index),
    /// The text up to one place, then from another place on.
    Splice(Index, Index),
}

fn edits(alphabet: &'static str) -> impl Strategy<Value = Vec<Edit>> {
    let letter = || prop::sample::select(alphabet.chars().collect::<Vec<_>>());
    let edit = prop_oneof![
        4 => (any::<Index>(), letter()).prop_map(|(at, letter)| Edit::Insert(at, letter)),
        4 => (any::<Index>(), letter()).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        4 => any::<Index>().prop_map(Edit::Remove),
        1 => any::<[Index; 2]>().prop_map(|[to, from]| Edit::Splice(to, from)),
    ];
    prop::collection::vec(edit, 1..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = letters.len();
        match *edit {
            Edit::Insert(at, letter) => letters.insert(at.index(length + 1), letter),
            Edit::Replace(at, letter) if length > 0 => letters[at.index(length)] = letter,
            Edit::Remove(at) if length > 0 => {
                letters.remove(at.index(length));
            }
            Edit::Splice(to, from) if length > 0 => {
                let tail = letters.split_off(from.index(length));
                letters.truncate(to.index(length));
                letters.extend(tail);
            }
            Edit::Replace(..) | Edit::Remove(_) | Edit::Splice(..) => {}
        }
    }
    letters.into_iter().collect()
}

/// Reads any text; what is accepted must have a canonical form that reads back, what is refused one line that tells
/// where.
fn reads_or_explains(text: &str, rules: RuleSet) -> Result<Option<Position>, TestCaseError> {
    match Position::parse(text, rules) {
        Ok(position) => {
            let canonical = position.to_string();
            let again = Position::parse(&canonical, rules).expect("written positions read back");
            prop_assert_eq!(again, position);
            prop_assert_eq!(again.to_string(), canonical);
            Ok(Some(position))
        }
        Err(error) => {
            prop_assert_eq!(text.get(error.span()), Some(error.token()));
            prop_assert!(!error.to_string().contains(['\n', '\r']), "{}", error);
            Ok(None)
        }
    }
}

proptest! {
    #![proptest_config(studies::config(5_000))]

    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof![any::<String>(), "[Aa+1-6/ wb*c@\\[\\]-]{0,60}"],
    ) {
        for rules in RuleSet::ALL {
            reads_or_explains(&text, rules)?;
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }

    #[test]
    fn edited_positions_are_read_as_the_reference_reads_them(
        (rules, study) in studies(),
        edits in edits("Aa+/0123456 wb*-ceé"),
    ) {
        let text = edited(&study.to_string(), &edits);
        let read = reads_or_explains(&text, rules)?.map(|position| position.to_string());
        let expected = reference::Position::parse(reference_rules(rules), &text).ok();
        let expected = expected.map(|position| position.to_string());
        // The reference knows larger move numbers.
        let fits = |text: &String| {
            let number = text.rsplit(' ').next();
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        prop_assert_eq!(read, expected.filter(fits), "{}", text);
    }

    #[test]
    fn edited_moves_are_read_as_the_reference_reads_them(
        (rules, study) in studies(),
        which in any::<Index>(),
        spelling in 0..5_usize,
        edits in prop_oneof![Just(Vec::new()), edits("aAbpP@125 é0")],
    ) {
        let study = Study { move_number: 1, ..study };
        let position = Position::parse(&study.to_string(), rules).unwrap();
        let moves = position.legal_moves();
        let canonical = if moves.is_empty() {
            "a1c2".to_owned()
        } else {
            which.get(&moves).to_string()
        };
        let respelled = match spelling {
            0 => canonical.clone(),
            1 => canonical.to_uppercase(),
            2 => canonical.replace("A@", "@"),
            3 => canonical.replace("A@", "P@"),
            _ => canonical.to_lowercase(),
        };
        if edits.is_empty() && !moves.is_empty() {
            let mv = position.parse_move(&respelled).map(|mv| mv.to_string());
            prop_assert_eq!(mv, Ok(canonical));
        }
        let text = edited(&respelled, &edits);
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        let played = position.parse_move(&text).ok().map(|mv| position.play(mv).to_string());
        let slow = reference::Position::parse(reference_rules(rules), &study.to_string()).unwrap();
        let expected = slow.play(&text).map(|next| next.to_string());
        prop_assert_eq!(played, expected, "{:?} in {:?}", text, position);
    }
}

#[test]
fn a_rank_of_very_many_files_is_refused() {
    for digits in [51, 52, 100, 1_000_000] {
        let text = format!("{}1/5/5/5/AAAAA w", "5".repeat(digits));
        let error = Position::parse(&text, RuleSet::Jarmo).unwrap_err();
        assert_eq!(error.field(), Field::Placement, "{digits} digits");
    }
}
