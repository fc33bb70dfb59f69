//! Bytes with a checksum of all of them so far.

use std::io::{self, ErrorKind, Read, Write};

use crc32fast::Hasher;

use crate::table_error::TableError;

/// Bytes that are read or written at once.
const CHUNK: usize = 1 << 18;

/// What is written, and the checksum of it so far.
pub(crate) struct CheckedWriter<'a> {
    out: &'a mut dyn Write,
    sum: Hasher,
    bytes: Vec<u8>,
}

impl<'a> CheckedWriter<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, sum: Hasher::new(), bytes: Vec::with_capacity(CHUNK) }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(CHUNK) {
            if self.bytes.len() + part.len() > CHUNK {
                self.hand_over()?;
            }
            self.bytes.extend_from_slice(part);
        }
        Ok(())
    }

    /// A text with its length before it.
    pub(crate) fn write_text(&mut self, text: &str) -> io::Result<()> {
        let length = u16::try_from(text.len()).map_err(|_| io::Error::from(ErrorKind::InvalidInput))?;
        self.write(&length.to_le_bytes())?;
        self.write(text.as_bytes())
    }

    pub(crate) fn write_values(&mut self, values: &[f32]) -> io::Result<()> {
        values.iter().try_for_each(|value| self.write(&value.to_le_bytes()))
    }

    /// The checksum of everything before it.
    pub(crate) fn write_sum(&mut self) -> io::Result<()> {
        self.hand_over()?;
        let sum = self.sum.clone().finalize();
        self.write(&sum.to_le_bytes())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.hand_over()?;
        self.out.flush()
    }

    fn hand_over(&mut self) -> io::Result<()> {
        self.sum.update(&self.bytes);
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}

/// What is read, and the checksum of it so far.
pub(crate) struct CheckedReader<'a> {
    from: &'a mut dyn Read,
    sum: Hasher,
    bytes: Vec<u8>,
    /// Of these bytes: how many are in the checksum, were taken, and were read.
    summed: usize,
    taken: usize,
    read: usize,
}

impl<'a> CheckedReader<'a> {
    pub(crate) fn new(from: &'a mut dyn Read) -> Self {
        Self { from, sum: Hasher::new(), bytes: vec![0; CHUNK], summed: 0, taken: 0, read: 0 }
    }

    pub(crate) fn read<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let mut bytes = [0; N];
        self.read_into(&mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn read_text(&mut self) -> Result<String, TableError> {
        let mut bytes = vec![0; u16::from_le_bytes(self.read()?).into()];
        self.read_into(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| TableError::Damaged)
    }

    /// This many values, added to those that are there.
    pub(crate) fn read_values(&mut self, count: usize, values: &mut Vec<f32>) -> Result<(), TableError> {
        let wanted = values.len() + count;
        while values.len() < wanted {
            if self.read - self.taken < size_of::<f32>() {
                self.refill()?;
            }
            let whole = ((self.read - self.taken) / size_of::<f32>()).min(wanted - values.len());
            let (numbers, _) = self.bytes[self.taken..][..whole * size_of::<f32>()].as_chunks();
            values.extend(numbers.iter().map(|&number| f32::from_le_bytes(number)));
            self.taken += whole * size_of::<f32>();
        }
        Ok(())
    }

    /// The checksum of everything before it.
    pub(crate) fn check_sum(&mut self) -> Result<(), TableError> {
        self.sum_up();
        let sum = self.sum.clone().finalize();
        if self.read()? == sum.to_le_bytes() { Ok(()) } else { Err(TableError::Damaged) }
    }

    /// Nothing may follow.
    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        match self.read::<1>() {
            Err(TableError::Truncated) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err(TableError::Trailing),
        }
    }

    fn read_into(&mut self, bytes: &mut [u8]) -> Result<(), TableError> {
        let mut filled = 0;
        while filled < bytes.len() {
            if self.taken == self.read {
                self.refill()?;
            }
            let part = (bytes.len() - filled).min(self.read - self.taken);
            bytes[filled..][..part].copy_from_slice(&self.bytes[self.taken..][..part]);
            self.taken += part;
            filled += part;
        }
        Ok(())
    }

    fn sum_up(&mut self) {
        self.sum.update(&self.bytes[self.summed..self.taken]);
        self.summed = self.taken;
    }

    /// Reads more, at least a byte.
    fn refill(&mut self) -> Result<(), TableError> {
        self.sum_up();
        self.bytes.copy_within(self.taken..self.read, 0);
        self.read -= self.taken;
        (self.taken, self.summed) = (0, 0);
        loop {
            match self.from.read(&mut self.bytes[self.read..]) {
                Ok(0) => return Err(TableError::Truncated),
                Ok(more) => {
                    self.read += more;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(TableError::Read(error)),
            }
        }
    }
}
