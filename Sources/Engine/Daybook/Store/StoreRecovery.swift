internal import LMDB

/// What an opening found in the journal beside the data file, when the store was not closed before.
///
/// The files `data.mdb` and `journal` of a store's folder belong together; see
/// <doc:DurabilityAndLimits#One-flush-a-commit>.
public enum StoreRecovery: Sendable, Equatable {
  /// The process that had the store before ended without closing it, or the power went: so many
  /// commits were made again from the journal. Nothing is lost.
  case redone(commits: Int)
  /// The data file was in use when it was taken away from its journal, or the journal cannot be
  /// read.
  ///
  /// All its pages were looked at and are sound. After a power cut the last commits may be missing.
  case journalMissing
  /// The journal is of another data file, and has the name `journal.foreign` now, or the next of
  /// `journal.foreign-2` and so on that was free.
  ///
  /// All pages of this one were looked at and are sound. Commits of the other data file may be in
  /// that journal alone: put both back together, to have them.
  case journalForeign

  /// nil when there was nothing to do.
  init?(_ outcome: JournalOutcome) {
    switch outcome {
    case .nothing: return nil
    case .redone(let count): self = .redone(commits: count)
    case .missing: self = .journalMissing
    case .foreign: self = .journalForeign
    }
  }
}
