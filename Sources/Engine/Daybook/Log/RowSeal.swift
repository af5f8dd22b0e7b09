/// The checksum at the end of every row whose key is bytes.
///
/// It is the CRC-32C of the table's name, the key and the row, one after the other: a changed bit
/// in either is found, and a row under another key or in another table. Rows whose keys are numbers
/// begin with theirs.
enum RowSeal {
  /// Bytes that it takes.
  static let size = 4
}
