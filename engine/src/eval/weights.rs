//! The weights of the network, and the file that holds them.
//!
//! The weights that ship are a file, which the compiler reads with the function that reads
//! any other file of weights. So a tuner writes the file and nothing is copied by hand; a
//! file that does not fit the network, or would let a sum overflow, does not compile.

use super::inputs::Input;
use super::network::{ACTIVATION_BITS, HIDDEN};

/// The weights of the network.
///
/// A file of them begins with the line `JARMO WEIGHTS 1` and lines of remarks, and after an
/// empty line holds the [values](Self::values), two bytes each, the lower one first.
///
/// ```
/// use jarmo_engine::eval::{WEIGHTS, Weights};
/// let copy = Weights::from_bytes(&WEIGHTS.to_bytes("the same"))?;
/// assert_eq!(copy, WEIGHTS);
/// # Ok::<(), jarmo_engine::eval::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For each input what it adds to the hidden units.
    pub(super) hidden: [[i16; HIDDEN]; Input::COUNT],
    /// What the hidden units begin with, by the side to move.
    pub(super) hidden_bias: [[i16; HIDDEN]; 2],
    /// What the hidden units are worth to the player to move, by side.
    pub(super) output: [[i16; HIDDEN]; 2],
    /// What it is worth to be to move, by side.
    pub(super) output_bias: [i16; 2],
}

/// The weights that ship, from `weights.bin` beside this module; its remarks say where they come from.
pub static WEIGHTS: Weights = match Weights::read(include_bytes!("weights.bin")) {
    Ok(weights) => weights,
    Err(_) => panic!("weights.bin holds weights for this network"),
};

const MAGIC: &[u8] = b"JARMO WEIGHTS 1\n";

/// Why bytes are no file of weights, or values no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It begins otherwise.
    #[error("not a file of weights: expected 'JARMO WEIGHTS 1' as its first line")]
    Foreign,
    /// It has no empty line.
    #[error("remarks without an end: expected an empty line before the weights")]
    NoEnd,
    /// There are too many weights, or too few.
    #[error("{0} bytes of weights, expected {expected}", expected = 2 * Weights::COUNT)]
    Length(usize),
    /// A weight with which a sum could overflow.
    #[error(
        "weight {index} is {value}, expected {limit} at most, or its negative",
        limit = Weights::limit(*index)
    )]
    Large {
        /// Its place among the [values](Weights::values).
        index: usize,
        /// What it is.
        value: i16,
    },
}

impl Weights {
    /// Number of weights, biases included.
    pub const COUNT: usize = (Input::COUNT + 4) * HIDDEN + 2;

    /// The largest weight, or its negative, that may stand at this place of the
    /// [values](Self::values): no position makes a sum overflow then.
    #[must_use]
    pub const fn limit(index: usize) -> i16 {
        const SUMMANDS: i16 = Input::MOST as i16 + 1;
        const PRODUCTS: i32 = HIDDEN as i32 + 2;
        if index < (Input::COUNT + 2) * HIDDEN {
            i16::MAX / SUMMANDS
        } else {
            ((i32::MAX >> ACTIVATION_BITS) / PRODUCTS) as i16
        }
    }

    /// The weights with these values.
    ///
    /// # Errors
    /// [`WeightsError::Large`] if a sum could overflow.
    pub const fn new(values: &[i16; Self::COUNT]) -> Result<Self, WeightsError> {
        let mut index = 0;
        while index < Self::COUNT {
            let value = values[index];
            if value.unsigned_abs() > Self::limit(index) as u16 {
                return Err(WeightsError::Large { index, value });
            }
            index += 1;
        }
        let mut weights = Self {
            hidden: [[0; HIDDEN]; Input::COUNT],
            hidden_bias: [[0; HIDDEN]; 2],
            output: [[0; HIDDEN]; 2],
            output_bias: [0; 2],
        };
        let (rows, rest) = values.split_at(Input::COUNT * HIDDEN);
        weights.hidden.as_flattened_mut().copy_from_slice(rows);
        let (bias, rest) = rest.split_at(2 * HIDDEN);
        weights.hidden_bias.as_flattened_mut().copy_from_slice(bias);
        let (output, bias) = rest.split_at(2 * HIDDEN);
        weights.output.as_flattened_mut().copy_from_slice(output);
        weights.output_bias.copy_from_slice(bias);
        Ok(weights)
    }

    /// All weights: for each input and hidden unit, input by input; for the bias of each hidden
    /// unit with White to move, and with Black; for each hidden unit and the output with White to
    /// move, and with Black; for the output's bias with White to move, and with Black.
    pub fn values(&self) -> impl Iterator<Item = i16> {
        let hidden = self.hidden.as_flattened().iter();
        let bias = self.hidden_bias.as_flattened();
        let output = self.output.as_flattened();
        let all = hidden.chain(bias).chain(output).chain(&self.output_bias);
        all.copied()
    }

    /// A file's bytes, with `remarks` as to where the weights come from.
    #[must_use]
    pub fn to_bytes(&self, remarks: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for line in remarks.lines() {
            bytes.extend(format!("# {line}\n").bytes());
        }
        bytes.push(b'\n');
        bytes.extend(self.values().flat_map(i16::to_le_bytes));
        bytes
    }

    /// The weights that a file holds.
    ///
    /// # Errors
    /// [`WeightsError`] if it is no file of weights, or not for this network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        Self::read(bytes)
    }

    const fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut at = 0;
        while at < MAGIC.len() {
            if at == bytes.len() || bytes[at] != MAGIC[at] {
                return Err(WeightsError::Foreign);
            }
            at += 1;
        }
        while at < bytes.len() && !(bytes[at] == b'\n' && bytes[at - 1] == b'\n') {
            at += 1;
        }
        if at == bytes.len() {
            return Err(WeightsError::NoEnd);
        }
        let (_, bytes) = bytes.split_at(at + 1);
        if bytes.len() != 2 * Self::COUNT {
            return Err(WeightsError::Length(bytes.len()));
        }
        let mut values = [0; Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            values[index] = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
            index += 1;
        }
        Self::new(&values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values none of which is the same as its neighbours.
    fn values() -> [i16; Weights::COUNT] {
        std::array::from_fn(|index| (index * 37 % 1_001) as i16 - 500)
    }

    #[test]
    fn a_file_reads_back() {
        let weights = Weights::new(&values()).unwrap();
        let bytes = weights.to_bytes("two lines\nof remarks");
        assert!(bytes.starts_with(b"JARMO WEIGHTS 1\n# two lines\n# of remarks\n\n"));
        assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        assert!(weights.values().eq(values()));
    }

    #[test]
    fn other_bytes_are_refused_with_the_reason() {
        let bytes = WEIGHTS.to_bytes("");
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err();
        assert_eq!(error(b""), WeightsError::Foreign);
        assert_eq!(error(b"170  archer on the moon\n"), WeightsError::Foreign);
        assert_eq!(error(b"JARMO WEIGHTS 1\n# so what\n"), WeightsError::NoEnd);
        let whole = 2 * Weights::COUNT;
        let short = error(&bytes[..bytes.len() - 1]);
        assert_eq!(short, WeightsError::Length(whole - 1));
        let long = error(&[bytes.as_slice(), b"\0\0"].concat());
        assert_eq!(long, WeightsError::Length(whole + 2));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let with = |index: usize, value: i16| {
            let mut values = [0; Weights::COUNT];
            values[index] = value;
            Weights::new(&values)
        };
        let output = Weights::COUNT - 1;
        for (index, limit) in [(0, 2_978), (output, 1_985)] {
            assert!(with(index, limit).is_ok());
            assert!(with(index, -limit).is_ok());
            let value = -limit - 1;
            assert_eq!(
                with(index, value),
                Err(WeightsError::Large { index, value })
            );
        }
    }
}
