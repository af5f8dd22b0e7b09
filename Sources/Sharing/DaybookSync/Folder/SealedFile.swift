internal import Crypto

/// A file of a shared folder that shows whether it is complete and unchanged.
///
/// | bytes | content |
/// |---|---|
/// | 8 | seven letters that name the sort of file, and a line feed |
/// | … | a payload |
/// | 8 | the length of the whole file, the lowest byte first |
/// | 32 | the SHA-256 of everything before |
///
/// A file that is short, longer or changed is not one.
package enum SealedFile {
  package enum Sort: String {
    case segment = "DBSYNC1\n"
    case vector = "DBVECT1\n"
    case manifest = "DBSNAP1\n"

    var magic: [UInt8] { Array(rawValue.utf8) }
  }

  private static let trailer = 40
  /// Nobody can tell a file that is short from one that was changed, or is something else.
  private static let notWhole = SyncError(.malformed, "was changed or is not there whole")

  package static func seal(_ sort: Sort, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 48)
    bytes += sort.magic
    bytes += payload
    let length = UInt64(bytes.count + trailer)
    bytes += withUnsafeBytes(of: length.littleEndian) { Array($0) }
    bytes += Array(SHA256.hash(data: bytes))
    return bytes
  }

  /// The payload of a file.
  ///
  /// - Throws: `SyncError.malformed`, which says why it is none.
  static func open(_ sort: Sort, _ bytes: [UInt8]) throws -> [UInt8] {
    let magic = sort.magic
    guard bytes.count > magic.count + trailer, bytes.starts(with: magic) else {
      throw notWhole
    }
    let end = bytes.count - trailer
    let length = bytes[end..<end + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length == UInt64(bytes.count) else {
      throw notWhole
    }
    guard SHA256.hash(data: bytes.dropLast(32)).elementsEqual(bytes.suffix(32)) else {
      throw notWhole
    }
    return Array(bytes[magic.count..<end])
  }
}
