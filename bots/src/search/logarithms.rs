//! Logarithms of counts, from a table.

/// Natural logarithms of whole numbers. They are made once, so that they cost nothing in the search.
pub(crate) struct Logarithms {
    small: Box<[f32; SMALL]>,
}

/// Numbers below this have an entry of their own; of larger ones only the leading bits count.
const SMALL: usize = 1 << SMALL_BITS;
const SMALL_BITS: u32 = 10;

impl Logarithms {
    pub(crate) fn new() -> Self {
        let mut small = Box::new([0.0; SMALL]);
        for (number, logarithm) in small.iter_mut().enumerate().skip(1) {
            *logarithm = (number as f64).ln() as f32;
        }
        Self { small }
    }

    /// The logarithm of a number, 0 for 0; less than 0.002 too small for large numbers.
    #[inline]
    pub(crate) fn of(&self, number: u32) -> f32 {
        let surplus = (u32::BITS - SMALL_BITS).saturating_sub(number.leading_zeros());
        self.small[(number >> surplus) as usize & (SMALL - 1)] + surplus as f32 * std::f32::consts::LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        let logarithms = Logarithms::new();
        for number in (1..5000).chain([65_536, 1_000_000, u32::MAX]) {
            let error = f64::from(number).ln() - f64::from(logarithms.of(number));
            assert!((-1e-5..0.002).contains(&error), "{number}: {error}");
        }
    }
}
