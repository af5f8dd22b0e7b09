/// What became of the journal of a file that was opened.
package enum JournalOutcome: Sendable, Equatable {
  /// There was nothing to do, or somebody has the file open.
  case nothing
  /// The file was not closed, and so many commits were made again.
  case redone(Int)
  /// The journal is of another data file: what it holds is not of this one. It has the name
  /// `journal.foreign` now.
  case foreign
  /// The data file was written with a journal that is not there, or not to be read.
  case missing

  /// Whether the power may have gone before all of the data file's pages were on disk.
  var mayLackPages: Bool { self == .foreign || self == .missing }
}
