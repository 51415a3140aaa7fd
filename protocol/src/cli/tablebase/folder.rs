//! Where tables are kept, unless the user says otherwise.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use jarmo_engine::tablebase::file::{FileError, TableFile};
use jarmo_engine::tablebase::{Class, Layer, SectionValues, SolvedLayer, Tablebase, file_name};
use jarmo_engine::{RuleSet, Side};

use super::super::error::Error;

/// The folder for tables among the user's data, such as `~/.local/share/jarmo/tablebases`.
///
/// Where the system names no such place it is `tablebases` in the current folder.
pub(super) fn default() -> PathBuf {
    let data = ProjectDirs::from("", "", "jarmo").map(|folders| folders.data_dir().to_owned());
    data.unwrap_or_default().join("tablebases")
}

/// The tables of the program, and those of `folder`, or of the default one if that exists.
pub(super) fn open(folder: Option<&Path>) -> Result<Tablebase, Error> {
    let folder = folder.map(Path::to_owned);
    let folder = folder.or_else(|| Some(default()).filter(|folder| folder.is_dir()));
    let mut tables = Tablebase::embedded();
    if let Some(folder) = folder {
        add(&mut tables, &folder)?;
    }
    Ok(tables)
}

/// The tables of `folder` alone, which are to be looked into; without a folder all that there are.
pub(super) fn open_alone(folder: Option<&Path>) -> Result<Tablebase, Error> {
    let Some(folder) = folder else {
        return open(None);
    };
    let mut tables = Tablebase::default();
    add(&mut tables, folder)?;
    Ok(tables)
}

fn add(tables: &mut Tablebase, folder: &Path) -> Result<(), Error> {
    let added = tables.add_folder(folder);
    added.map_err(|error| Error::System(error.to_string()))?;
    warn_of_faults(tables);
    Ok(())
}

/// Names the tables that have turned out to be damaged since the last time.
pub(super) fn warn_of_faults(tables: &Tablebase) {
    for fault in tables.take_faults() {
        eprintln!("warning: {fault}");
    }
}

/// The values of a class, which must be in the tables.
pub(super) fn section(
    tables: &Tablebase,
    rules: RuleSet,
    class: Class,
    side: Side,
) -> Result<SectionValues, Error> {
    let values = tables
        .section(rules, class, side)
        .map_err(|error| Error::System(error.to_string()))?;
    values.ok_or_else(|| missing(rules, class.layer()))
}

/// The layers that are meant: those `wanted`, or all that there are, the lowest first.
pub(super) fn layers(
    tables: &Tablebase,
    rules: RuleSet,
    wanted: &[Layer],
) -> Result<Vec<Layer>, Error> {
    let there: Vec<Layer> = tables.layers(rules).map(|table| table.layer).collect();
    if wanted.is_empty() && there.is_empty() {
        return Err(missing(rules, Layer::LOWEST));
    }
    let mut layers = if wanted.is_empty() {
        there.clone()
    } else {
        wanted.to_vec()
    };
    layers.sort_unstable();
    layers.dedup();
    match layers.iter().find(|layer| !there.contains(layer)) {
        Some(&layer) => Err(missing(rules, layer)),
        None => Ok(layers),
    }
}

fn missing(rules: RuleSet, layer: Layer) -> Error {
    let command = format!("jarmo tablebase build --layer {layer} --variant {rules}");
    Error::System(format!(
        "no table of layer {layer} of {rules}; expected one from '{command}'"
    ))
}

/// A whole layer with its distances, out of its file.
pub(super) fn solved_layer(
    folder: &Path,
    rules: RuleSet,
    layer: Layer,
) -> Result<SolvedLayer, FileError> {
    let file = TableFile::open(&folder.join(file_name(rules, layer)))?;
    file.expect(rules, layer)?;
    file.solved_layer()
}
