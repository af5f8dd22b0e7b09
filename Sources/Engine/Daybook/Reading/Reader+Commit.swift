internal import LMDB

extension Reader {
  /// The number of the commit that is read; a later one has a greater number.
  package var commit: UInt64 { log.transaction.id }
}
