//! Tables of chances in files, in the form that [`crate::stored`] tells.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::checked::{CheckedReader, CheckedWriter};
use crate::reach::index;
use crate::scoring::Scoring;
use crate::space::Space;
use crate::table::LANES;
use crate::table_error::TableError;
use crate::table_header::TableHeader;
use crate::table_name::TableName;
use crate::upper_classes::UpperClasses;
use crate::utility_table::{Strip, UtilityTable, Values};

impl UtilityTable {
    /// Writes the values of all states.
    pub(crate) fn write_to(&self, name: TableName, made: u64, out: &mut dyn Write) -> io::Result<()> {
        let tables = || self.space.outlines().map(|outline| &self.tables[index(outline)]);
        let mut out = CheckedWriter::new(out);
        TableHeader { name, made, values: self.states() }.write(&mut out)?;
        for strip in tables().flat_map(|table| &table.strips) {
            out.write(&strip.low.to_le_bytes())?;
            out.write(&strip.width.to_le_bytes())?;
        }
        tables().try_for_each(|table| out.write_values(&table.values))?;
        out.write_sum()?;
        out.finish()
    }

    /// Reads what [`UtilityTable::write_to`] has written.
    pub(crate) fn read_from(
        scoring: Arc<dyn Scoring>,
        wanted: &TableName,
        from: &mut dyn Read,
    ) -> Result<Self, TableError> {
        let mut from = CheckedReader::new(from);
        let count = TableHeader::read_for(&mut from, wanted)?.values;
        let space = Arc::new(Space::new(scoring, LANES));
        let classes = UpperClasses::new(&space, space.matters());
        let mut tables = vec![Values::default(); 2 << space.row_count()];
        let mut all = 0;
        for outline in space.outlines() {
            let mut strips = Vec::with_capacity(classes.count(outline.filled));
            let mut start = 0u32;
            for _ in 0..strips.capacity() {
                let (low, width) = (i32::from_le_bytes(from.read()?), u32::from_le_bytes(from.read()?));
                strips.push(Strip { start, low, width });
                start = start.checked_add(width).ok_or(TableError::Damaged)?;
            }
            all += u64::from(start);
            tables[index(outline)].strips = strips.into();
        }
        if all != count {
            return Err(TableError::Count { found: count, wanted: all });
        }
        for outline in space.outlines() {
            let table = &mut tables[index(outline)];
            let width = table.strips.last().map_or(0, |last| (last.start + last.width) as usize);
            let mut values = Vec::with_capacity(width);
            from.read_values(width, &mut values)?;
            table.values = values.into();
        }
        from.check_sum()?;
        from.finish()?;
        Ok(Self { space, classes, tables })
    }
}
