//! Quoting what a user typed: error messages name the offending token, but a
//! token may be a megabyte long or hold control characters.

/// The longest excerpt of a token in an error message, in characters.
const EXCERPT: usize = 40;

/// `token` as an error message may show it: at most 40 characters, control
/// characters escaped, `…` where something was cut.
#[must_use]
pub fn excerpt(token: &str) -> String {
    let mut excerpt = String::new();
    for (count, character) in token.chars().enumerate() {
        if count == EXCERPT {
            excerpt.push('…');
            break;
        }
        if character.is_control() {
            excerpt.extend(character.escape_default());
        } else {
            excerpt.push(character);
        }
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn long_and_unprintable_tokens_are_made_presentable() {
        assert_eq!(excerpt("a1c2"), "a1c2");
        assert_eq!(excerpt("a\tb\0"), "a\\tb\\u{0}");
        assert_eq!(excerpt(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(excerpt(&"ä".repeat(41)), format!("{}…", "ä".repeat(40)));
    }
}
