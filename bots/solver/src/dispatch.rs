//! The widest vectors that the machine has, chosen when the program runs.
//!
//! The same code is compiled several times. All versions do the same operations in the same order, so they give the same
//! bits.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a function compiled for more than every machine has may only be called where it runs"
    )
)]

use crate::choices::{Choices, Chooser};
use crate::constraint::Limits;
use crate::flow::Flow;
use crate::limited::LimitedWork;
use crate::program::Program;
use crate::turn::{Number, Sources, Work};

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
        let all = [Self::Portable, Self::Avx2, Self::Avx512];
        all.into_iter().filter(|vectors| vectors.are_available()).collect()
    }

    #[cfg(target_arch = "x86_64")]
    fn are_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            Self::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl"),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn are_available(self) -> bool {
        self == Self::Portable
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
}

/// Makes a method of the kernel: its body is compiled for each kind of vectors, and the one that fits is called.
macro_rules! for_all_vectors {
    (
        $(#[doc = $doc:literal])*
        fn $name:ident[$($generics:tt)*]($($arg:ident: $kind:ty),+ $(,)?) $(-> $out:ty)? $body:block
    ) => {
        impl Kernel {
            $(#[doc = $doc])*
            pub(crate) fn $name<$($generics)*>(self, $($arg: $kind),+) $(-> $out)? {
                #[inline(always)]
                fn portable<$($generics)*>($($arg: $kind),+) $(-> $out)? $body

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2")]
                fn avx2<$($generics)*>($($arg: $kind),+) $(-> $out)? {
                    portable($($arg),+)
                }

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,avx512f,avx512vl")]
                fn avx512<$($generics)*>($($arg: $kind),+) $(-> $out)? {
                    portable($($arg),+)
                }

                match self.0 {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: a kernel is only made for instructions that the machine has.
                    Vectors::Avx2 => unsafe { avx2($($arg),+) },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: as above.
                    Vectors::Avx512 => unsafe { avx512($($arg),+) },
                    _ => portable($($arg),+),
                }
            }
        }
    };
}

for_all_vectors! {
    /// [`Work::load`] and [`Work::turn`].
    fn turn[T: Number, const L: usize](
        work: &mut Work<T, L>,
        sources: &Sources<T>,
        values: &[T],
        program: &Program<'_>,
    ) -> [f64; L] {
        work.load(sources, values);
        work.turn(program)
    }
}

for_all_vectors! {
    /// [`Work::turn`] when all candidates are loaded.
    fn loaded_turn[T: Number, const L: usize](work: &mut Work<T, L>, program: &Program<'_>) -> [f64; L] {
        work.turn(program)
    }
}

for_all_vectors! {
    /// [`Work::load`] and [`LimitedWork::turn`].
    fn limited_turn[T: Number, const L: usize](
        work: &mut LimitedWork<T, L>,
        sources: &Sources<T>,
        values: &[T],
        program: &Program<'_>,
        limits: &Limits,
    ) -> [f64; L] {
        work.work.load(sources, values);
        work.turn(program, limits)
    }
}

for_all_vectors! {
    /// [`Work::load`] and [`Chooser::choose`].
    fn choose[T: Number, const L: usize](
        chooser: &mut Chooser<T, L>,
        sources: &Sources<T>,
        values: &[T],
        program: &Program<'_>,
        limits: &Limits,
        choices: &mut Choices<L>,
    ) {
        chooser.work.load(sources, values);
        chooser.choose(program, sources.crossings(), limits, choices);
    }
}

for_all_vectors! {
    /// [`Flow::follow`].
    fn follow[const L: usize](flow: &mut Flow<L>, choices: &Choices<L>) {
        flow.follow(choices);
    }
}
