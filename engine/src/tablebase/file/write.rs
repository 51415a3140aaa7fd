//! Writing a table: blocks are compressed by several threads and written in order.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::thread;

use super::layout::{Description, Layout, Section};
use super::{BLOCK_LOGS, FileError, FileFault, MAGIC, VERSION};

/// The planes of a section: values, then distances if the content has them.
pub type Planes<'a> = Vec<Cow<'a, [u8]>>;

/// How a file is written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// The zstd level. It decides the bytes of the file, the number of threads does not.
    pub level: i32,
    /// The decompressed size of a block in bytes, as a power of two from 12 to 24.
    ///
    /// A small block is fast to read for a single entry, a large one takes less room.
    pub block_log: u8,
    /// Threads that compress, at least 1.
    pub threads: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            level: 9,
            block_log: 16,
            threads: 1,
        }
    }
}

/// Blocks that a thread compresses before they are written.
const BATCH: usize = 16;

/// Writes the table that `description` names to `path`, and gives the size of the file.
///
/// `planes` gives the entries of a section. The file appears whole or not at all, and
/// its bytes depend on the entries and the level alone. `on_progress` hears of the
/// blocks written so far and of all there are.
///
/// # Errors
/// [`FileError`] if the file can't be written.
pub fn write<'a>(
    path: &Path,
    description: Description,
    options: WriteOptions,
    planes: &dyn Fn(&Section) -> Planes<'a>,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<u64, FileError> {
    let layout = Layout::new(description, options.block_log);
    assert!(BLOCK_LOGS.contains(&options.block_log), "a block size");
    write_layout(path, &layout, options, planes, on_progress)
        .map_err(|error| FileFault::Io(error).of(&path.display().to_string()))
}

fn write_layout<'a>(
    path: &Path,
    layout: &Layout,
    options: WriteOptions,
    planes: &dyn Fn(&Section) -> Planes<'a>,
    on_progress: &mut dyn FnMut(usize, usize),
) -> io::Result<u64> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut temporary = temporary_file_in(folder)?;
    let mut directory = Vec::with_capacity(8 * layout.blocks);
    let mut out = BufWriter::new(temporary.as_file_mut());
    out.write_all(&vec![0; head_bytes(layout)])?;
    let mut written = 0;
    for section in &layout.sections {
        let planes = planes(section);
        let blocks = layout.blocks_of(section);
        let mut first = 0;
        while first < blocks {
            let count = (BATCH * options.threads.max(1)).min(blocks - first);
            let batch = section.first_block + first..section.first_block + first + count;
            for block in compress(layout, &planes, batch, options)? {
                directory.extend((block.len() as u32).to_le_bytes());
                directory.extend(crc32fast::hash(&block).to_le_bytes());
                out.write_all(&block)?;
            }
            first += count;
            written += count;
            on_progress(written, layout.blocks);
        }
    }
    let size = out.stream_position()?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&head(layout, &directory))?;
    out.flush()?;
    drop(out);
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    Ok(size)
}

/// A temporary file that others may read as they may any new file of the user's.
fn temporary_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".jarmo-").suffix(".new").tempfile_in(folder)
}

/// Compresses some blocks of a section, divided among threads.
fn compress(
    layout: &Layout,
    planes: &[Cow<'_, [u8]>],
    blocks: Range<usize>,
    options: WriteOptions,
) -> io::Result<Vec<Vec<u8>>> {
    let share = blocks.len().div_ceil(options.threads.max(1));
    let compress_share = |share: Range<usize>| -> io::Result<Vec<Vec<u8>>> {
        let mut compressor = zstd::bulk::Compressor::new(options.level)?;
        share
            .map(|block| compressor.compress(&block_of(layout, planes, block)))
            .collect()
    };
    let shares: Vec<io::Result<Vec<Vec<u8>>>> = thread::scope(|scope| {
        let workers: Vec<_> = blocks
            .clone()
            .step_by(share)
            .map(|first| {
                let share = first..blocks.end.min(first + share);
                scope.spawn(|| compress_share(share))
            })
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().expect("compression never panics")
        };
        workers.into_iter().map(join).collect()
    });
    let mut all = Vec::with_capacity(blocks.len());
    for share in shares {
        all.extend(share?);
    }
    Ok(all)
}

/// The bytes of a block before compression.
fn block_of(layout: &Layout, planes: &[Cow<'_, [u8]>], block: usize) -> Vec<u8> {
    let content = layout.description.content;
    let (_, entries) = layout.block(block);
    let mut bytes = Vec::with_capacity(layout.block_bytes(block));
    for (plane, values) in planes.iter().enumerate() {
        let [from, to] = [entries.start, entries.end].map(|at| content.plane_bytes(plane, at));
        bytes.extend_from_slice(&values[from..to]);
    }
    bytes
}

/// Bytes before the first block.
pub(super) const fn head_bytes(layout: &Layout) -> usize {
    FIXED_BYTES + 8 * layout.blocks + 4
}

/// Bytes of the header before the directory.
pub(super) const FIXED_BYTES: usize = 28;

/// The header with the directory and their checksum.
fn head(layout: &Layout, directory: &[u8]) -> Vec<u8> {
    let Description {
        rules,
        layer,
        content,
    } = layout.description;
    let mut bytes = Vec::with_capacity(head_bytes(layout));
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([
        rules as u8,
        layer.weight(),
        content as u8,
        layout.block_log,
        0,
        0,
    ]);
    bytes.extend(layout.entries.to_le_bytes());
    bytes.extend((layout.blocks as u32).to_le_bytes());
    bytes.extend(directory);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}
