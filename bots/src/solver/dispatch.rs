//! The widest vectors that the machine has, chosen when the program runs.
//!
//! The same code is compiled several times. All versions do the same operations in the same order, so they give the same
//! bits.

#![expect(unsafe_code, reason = "a function compiled for more than every machine has may only be called where it runs")]

use super::choices::{Choices, Chooser};
use super::constraint::Limits;
use super::flow::Flow;
use super::limited::LimitedWork;
use super::program::Program;
use super::turn::{Number, Sources, Work};

/// Which instructions are used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Vectors {
    /// What every machine of the kind has.
    Portable,
    /// AVX2: 32 bytes at once.
    Avx2,
    /// AVX-512: 64 bytes at once.
    Avx512,
}

impl Vectors {
    /// All that this machine can run.
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                all.push(Self::Avx512);
            }
        }
        all
    }

    /// The best of them.
    pub fn best() -> Self {
        Self::available().into_iter().max().unwrap_or(Self::Portable)
    }
}

/// Asks for something that will be needed soon, so that it is on its way from memory meanwhile.
#[inline(always)]
pub(crate) fn fetch_soon<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint about an address that may be read; nothing is read or written.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(std::ptr::from_ref(what).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// A way to work out turns that this machine can run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel(Vectors);

impl Kernel {
    /// The best one.
    pub(crate) fn best() -> Self {
        Self(Vectors::best())
    }

    /// Nothing if the machine cannot run it.
    pub(crate) fn new(vectors: Vectors) -> Option<Self> {
        Vectors::available().contains(&vectors).then_some(Self(vectors))
    }

    /// [`Work::load`] and [`Work::turn`].
    pub(crate) fn turn<T: Number, const L: usize>(
        self,
        work: &mut Work<T, L>,
        sources: &Sources<T>,
        values: &[T],
        program: &Program,
    ) -> [f64; L] {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `new` has seen that the machine has these instructions.
            Vectors::Avx2 => unsafe { turn_avx2(work, sources, values, program) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Vectors::Avx512 => unsafe { turn_avx512(work, sources, values, program) },
            _ => turn(work, sources, values, program),
        }
    }

    /// [`Work::turn`] when all candidates are loaded.
    pub(crate) fn loaded_turn<T: Number, const L: usize>(self, work: &mut Work<T, L>, program: &Program) -> [f64; L] {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `new` has seen that the machine has these instructions.
            Vectors::Avx2 => unsafe { loaded_turn_avx2(work, program) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Vectors::Avx512 => unsafe { loaded_turn_avx512(work, program) },
            _ => work.turn(program),
        }
    }
}

impl Kernel {
    /// [`Work::load`] and [`LimitedWork::turn`].
    pub(crate) fn limited_turn<T: Number, const L: usize>(
        self,
        work: &mut LimitedWork<T, L>,
        sources: &Sources<T>,
        values: &[T],
        program: &Program,
        limits: &Limits<'_>,
    ) -> [f64; L] {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `new` has seen that the machine has these instructions.
            Vectors::Avx2 => unsafe { limited_turn_avx2(work, sources, values, program, limits) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Vectors::Avx512 => unsafe { limited_turn_avx512(work, sources, values, program, limits) },
            _ => limited_turn(work, sources, values, program, limits),
        }
    }
}

impl Kernel {
    /// [`Work::load`] and [`Chooser::choose`].
    pub(crate) fn choose<T: Number, const L: usize>(
        self,
        chooser: &mut Chooser<T, L>,
        sources: &Sources<T>,
        values: &[T],
        program: &Program,
        limits: &Limits<'_>,
        choices: &mut Choices<L>,
    ) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Vectors::Avx2 | Vectors::Avx512 => unsafe {
                choose_avx2(chooser, sources, values, program, limits, choices);
            },
            _ => choose(chooser, sources, values, program, limits, choices),
        }
    }

    /// [`Flow::follow`].
    pub(crate) fn follow<const L: usize>(self, flow: &mut Flow<L>, choices: &Choices<L>) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Vectors::Avx2 | Vectors::Avx512 => unsafe { follow_avx2(flow, choices) },
            _ => flow.follow(choices),
        }
    }
}

#[inline(always)]
fn choose<T: Number, const L: usize>(
    chooser: &mut Chooser<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
    limits: &Limits<'_>,
    choices: &mut Choices<L>,
) {
    chooser.work.load(sources, values);
    chooser.choose(program, sources.crossings(), limits, choices);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn choose_avx2<T: Number, const L: usize>(
    chooser: &mut Chooser<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
    limits: &Limits<'_>,
    choices: &mut Choices<L>,
) {
    choose(chooser, sources, values, program, limits, choices);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn follow_avx2<const L: usize>(flow: &mut Flow<L>, choices: &Choices<L>) {
    flow.follow(choices);
}

#[inline(always)]
fn limited_turn<T: Number, const L: usize>(
    work: &mut LimitedWork<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
    limits: &Limits<'_>,
) -> [f64; L] {
    work.work.load(sources, values);
    work.turn(program, limits)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn limited_turn_avx2<T: Number, const L: usize>(
    work: &mut LimitedWork<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
    limits: &Limits<'_>,
) -> [f64; L] {
    limited_turn(work, sources, values, program, limits)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn limited_turn_avx512<T: Number, const L: usize>(
    work: &mut LimitedWork<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
    limits: &Limits<'_>,
) -> [f64; L] {
    limited_turn(work, sources, values, program, limits)
}

#[inline(always)]
fn turn<T: Number, const L: usize>(
    work: &mut Work<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
) -> [f64; L] {
    work.load(sources, values);
    work.turn(program)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn turn_avx2<T: Number, const L: usize>(
    work: &mut Work<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
) -> [f64; L] {
    turn(work, sources, values, program)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn turn_avx512<T: Number, const L: usize>(
    work: &mut Work<T, L>,
    sources: &Sources<T>,
    values: &[T],
    program: &Program,
) -> [f64; L] {
    turn(work, sources, values, program)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn loaded_turn_avx2<T: Number, const L: usize>(work: &mut Work<T, L>, program: &Program) -> [f64; L] {
    work.turn(program)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn loaded_turn_avx512<T: Number, const L: usize>(work: &mut Work<T, L>, program: &Program) -> [f64; L] {
    work.turn(program)
}
