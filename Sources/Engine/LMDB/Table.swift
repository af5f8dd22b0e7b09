/// How the keys of a table are ordered and spelled.
public protocol KeyOrder: Sendable {
  /// LMDB's flags for `mdb_dbi_open`.
  static var flags: UInt32 { get }
}

/// Keys are `UInt64` in the machine's own byte order (`MDB_INTEGERKEY`).
public enum IntegerOrder: KeyOrder {
  public static var flags: UInt32 { 0x08 }
}

/// Keys are 1 to 511 bytes, compared as unsigned bytes from the left.
public enum LexicalOrder: KeyOrder {
  public static var flags: UInt32 { 0 }
}

/// A named table of an environment; a number that stays valid while the environment is open.
///
/// Wraps `MDB_dbi`.
public struct Table<Order: KeyOrder>: Hashable, Sendable {
  @usableFromInline let handle: UInt32
  /// The remainder of a CRC-32C after the table's name: checksums of its rows go on from it, so
  /// that a row of another table does not fit.
  public let seed: UInt32

  init(handle: UInt32, name: String) {
    self.handle = handle
    var name = name
    // Safety: the bytes are used during the call.
    seed = name.withUTF8 { Checksum.remainder(UnsafeRawBufferPointer($0)) }
  }
}

extension Table where Order == LexicalOrder {
  /// LMDB's own table, which it has not opened yet: without `mainTable()` nothing is found by key.
  static var main: Table { Table(handle: 1, name: "") }
}

/// What LMDB knows of a table without reading it (`MDB_stat`).
public struct TableStatistics: Sendable {
  /// Rows in the table.
  public let rows: Int
  /// Pages of every sort that the table takes.
  public let pages: Int
  /// Bytes of a page.
  public let pageSize: Int
}
