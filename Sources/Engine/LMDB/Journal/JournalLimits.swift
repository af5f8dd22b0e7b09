/// When the journal has a checkpoint.
package struct JournalLimits: Sendable {
  /// Bytes of an area; a record may take an eighth of it.
  package var area = 1 << 20
  /// Bytes of pages that commits may free, which nobody can use again before it.
  package var freed = 4 << 20
  /// Pages that a transaction may change before this process has an interval of its own. LMDB
  /// writes some of them before the commit when there are 131,071.
  package var changed = 100_000
  /// So long without a commit the data file is made whole by itself, in microseconds.
  package var idle = 2_000_000

  package init() {}
}
