//! Memory on large pages, for large tables that are read at random.

use std::sync::Mutex;

use memmap2::{MmapMut, MmapOptions};

/// Memory is asked for in pieces of this size.
const CHUNK: usize = 32 << 20;

/// Gives out memory that is never taken back. It stands on large pages where the system has them: the processor finds an
/// address there at once, where it would have to search a table of small pages.
#[derive(Default)]
pub(crate) struct LargePages {
    rest: Mutex<&'static mut [u8]>,
}

impl LargePages {
    /// Memory for this many bytes, all zero; ordinary memory if there is no other.
    pub(crate) fn take(&self, size: usize) -> &'static mut [u8] {
        let mut rest = self.rest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if rest.len() < size {
            *rest = chunk(size.max(CHUNK));
        }
        let (piece, after) = std::mem::take(&mut *rest).split_at_mut(size);
        *rest = after;
        piece
    }
}

fn chunk(size: usize) -> &'static mut [u8] {
    // A large page is two million bytes, and begins at a multiple of that.
    const PAGE: usize = 2 << 20;
    match MmapOptions::new().len(size + PAGE).map_anon() {
        Ok(map) => {
            let map: &'static mut MmapMut = Box::leak(Box::new(map));
            #[cfg(target_os = "linux")]
            // Without large pages it is only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
            let skip = map.as_ptr().align_offset(PAGE);
            &mut map[skip..skip + size]
        }
        Err(_) => Box::leak(vec![0; size].into_boxed_slice()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap() {
        let pages = LargePages::default();
        let mut pieces: Vec<&mut [u8]> = (1..200).map(|size| pages.take(size * 1000)).collect();
        for (number, piece) in pieces.iter_mut().enumerate() {
            assert!(piece.iter().all(|byte| *byte == 0));
            piece.fill(number as u8 + 1);
        }
        for (number, piece) in pieces.iter().enumerate() {
            assert_eq!(piece.len(), (number + 1) * 1000);
            assert!(piece.iter().all(|byte| *byte == number as u8 + 1));
        }
    }
}
