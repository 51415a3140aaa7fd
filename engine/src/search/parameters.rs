//! The numbers of the search that a tuner may change, listed once.
//!
//! They are constants unless the feature `tunable` is on. With it they become
//! part of the search's options, which costs a little speed; the engine that
//! ships is built without.

/// A number of the search, and what a tuner may do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in options and reports.
    pub name: &'static str,
    /// The value that ships.
    pub default: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest.
    pub max: i32,
    /// A change that should show in play: where tuning begins to try.
    pub step: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])+ $name:ident = $default:literal, $min:literal..=$max:literal, step $step:literal;)+) => {
        /// The values of all [`Parameter`]s that a search uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $(#[cfg(feature = "tunable")] $name: i32,)+
        }

        impl Parameters {
            /// Every parameter.
            pub const ALL: &'static [Parameter] = &[
                $(Parameter {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                },)+
            ];

            /// Other values, in the order of [`Self::ALL`]; `None` where this build has them fixed,
            /// or where there is not one for each, within its range.
            #[must_use]
            pub fn with(values: &[i32]) -> Option<Self> {
                let fit = |(value, it): (&i32, &Parameter)| (it.min..=it.max).contains(value);
                let all_fit = values.len() == Self::ALL.len() && values.iter().zip(Self::ALL).all(fit);
                if !(Self::TUNABLE && all_fit) {
                    return None;
                }
                #[cfg(feature = "tunable")]
                if let &[$($name),+] = values {
                    return Some(Self { $($name),+ });
                }
                None
            }

            /// The values in force, in the order of [`Self::ALL`].
            #[must_use]
            pub fn values(self) -> Vec<i32> {
                vec![$(self.$name()),+]
            }

            $(
                $(#[$doc])+
                #[cfg(not(feature = "tunable"))]
                pub(super) const fn $name(self) -> i32 {
                    $default
                }

                $(#[$doc])+
                #[cfg(feature = "tunable")]
                pub(super) const fn $name(self) -> i32 {
                    self.$name
                }
            )+
        }

        /// What ships.
        impl Default for Parameters {
            fn default() -> Self {
                Self {
                    $(#[cfg(feature = "tunable")] $name: $default,)+
                }
            }
        }
    };
}

impl Parameters {
    /// Whether this build can use other values than the defaults.
    pub const TUNABLE: bool = cfg!(feature = "tunable");
}

parameters! {
    /// From this depth on a position without a move in the table is searched one ply less deep.
    blind_depth = 4, 2..=10, step 1;
    /// The most plies to go for reverse futility.
    reverse_futility_depth = 5, 1..=10, step 1;
    /// What a quiet opponent hardly wins back in a ply, in hundredths of a point.
    reverse_futility_margin = 40, 5..=150, step 8;
    /// The most plies to go for futility.
    futility_depth = 3, 1..=10, step 1;
    /// What a quiet move hardly gains, in hundredths of a point.
    futility_margin = 60, 5..=250, step 12;
    /// What it hardly gains beside that for each ply to go.
    futility_ply_margin = 60, 5..=250, step 12;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        for it in Parameters::ALL {
            assert!((it.min..=it.max).contains(&it.default), "{}", it.name);
            assert!(0 < it.step && it.step <= it.max - it.min, "{}", it.name);
        }
        let defaults: Vec<i32> = Parameters::ALL.iter().map(|it| it.default).collect();
        assert_eq!(Parameters::default().values(), defaults);
    }

    #[test]
    fn only_a_tunable_build_takes_other_values() {
        let least: Vec<i32> = Parameters::ALL.iter().map(|it| it.min).collect();
        let changed = Parameters::with(&least);
        assert_eq!(changed.is_some(), Parameters::TUNABLE);
        assert!(changed.is_none_or(|it| it.values() == least));
        let below: Vec<i32> = least.iter().map(|value| value - 1).collect();
        assert_eq!(Parameters::with(&below), None);
        assert_eq!(Parameters::with(&least[1..]), None);
        assert_eq!(size_of::<Parameters>() == 0, !Parameters::TUNABLE);
    }
}
