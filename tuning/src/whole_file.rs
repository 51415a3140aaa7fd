//! Files that appear whole or not at all.

use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// An empty file without its name yet, in the folder where `path` will be, so that it can be
/// renamed to it. Appended to, and as readable as any other new file.
///
/// # Errors
/// What the system says.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut builder = Builder::new();
    builder.append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// Writes a file, in the place of any that has its name.
///
/// # Errors
/// What the system says; what was there is kept.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(contents.as_ref())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
