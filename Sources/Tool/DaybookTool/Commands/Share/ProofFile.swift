#if Tools
import DaybookSnapshot
import DaybookSync
import Foundation

/// The file of a proof.
enum ProofFile {
  /// More than a proof of some ten thousand writers has.
  private static let limit = 64 << 20

  /// Reads a proof, also from a pipe.
  ///
  /// - Throws: `MissingPath` where there is none, or it cannot be read; `SyncError.malformed`.
  static func read(_ path: String) throws -> StoreProof {
    if FileManager.default.isFolder(path) {
      throw MissingPath("\(path) is a folder; name the file of the proof")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      let isThere = access(path, F_OK) == 0
      let reason = access(path, R_OK) == 0 ? EIO : errno
      throw MissingPath(
        isThere
          ? "the proof at \(path) cannot be read: \(SystemReason.text(reason))"
          : "there is no proof at \(path)")
    }
    defer { try? file.close() }
    let data: Data
    do { data = try file.read(upToCount: limit) ?? Data() } catch {
      throw MissingPath("the proof at \(path) cannot be read: \(PlainError.sentence(error))")
    }
    return try StoreProof(text: String(decoding: data, as: UTF8.self))
  }
}
#endif
