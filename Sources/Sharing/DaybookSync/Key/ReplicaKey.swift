internal import Crypto
internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// The key with which a device signs its transactions.
///
/// It lies in a file of its own, outside every store, so that a copy of a store cannot write on in
/// its name. Beside it lies a guard: the newest transaction of each replica that has left the
/// device. A store that has less than its guard says was restored or copied.
public struct ReplicaKey: Sendable {
  /// The path of the file that keeps it.
  public var path: String { url.path }
  /// The public half, 32 bytes, which an owner enrols.
  public var publicKey: [UInt8] { Array(signing.publicKey.rawRepresentation) }

  let url: URL
  let signing: Curve25519.Signing.PrivateKey

  /// Reads a key from a file, or makes one there.
  ///
  /// - Parameters:
  ///   - path: a file outside every store; its mode must be 0600.
  ///   - creating: whether a new key is made where there is no file.
  /// - Throws: `SyncError.key`; `unwritable` when a new key cannot be kept.
  public static func load(at path: String, creating: Bool = false) throws -> ReplicaKey {
    let url = URL(atPath: path)
    let folder = AtomicFolder(path: url.deletingLastPathComponent().path)
    let name = url.lastPathComponent
    if folder.contains("data.mdb") {
      throw SyncError(
        .key,
        "\(url.path) lies in a store; keep the key where no copy of the store takes it along")
    }
    do {
      if let bytes = try folder.read(name, limit: 1024) { return try read(bytes, url) }
    } catch let error as SnapshotError {
      throw error.code == .tooLarge ? noKey(url) : SyncError(.key, error.message)
    }
    guard creating else { throw SyncError(.key, "there is no key at \(url.path)") }
    do {
      let key = Curve25519.Signing.PrivateKey()
      let text = "\(header)\n\(Data(key.rawRepresentation).base64EncodedString())\n"
      // Another process may have been faster: then the key in the file is the one.
      guard try folder.add(name, Array(text.utf8)) else { return try load(at: path) }
      try folder.flush()
      return ReplicaKey(url: url, signing: key)
    } catch let error as SnapshotError {
      throw SyncError(
        .unwritable,
        "the key \(url.path) cannot be made: \(error.message); keep it where you may write")
    }
  }

  private static let header = "daybook key 1"

  private static func read(_ bytes: [UInt8], _ url: URL) throws -> ReplicaKey {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
    guard mode & 0o077 == 0 else {
      throw SyncError(
        .key,
        "others may have read the key at \(url.path): move it away, make a new one, and let an owner enrol that"
      )
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 2, lines[0] == header, let raw = Data(base64Encoded: lines[1]),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: raw)
    else { throw noKey(url) }
    return ReplicaKey(url: url, signing: key)
  }

  private static func noKey(_ url: URL) -> SyncError {
    SyncError(
      .key,
      "the file \(url.path) is no key of this version of Daybook: put the key back, or say where it is"
    )
  }

  /// Sixty-four bytes, by Ed25519 (RFC 8032).
  func signature(of bytes: [UInt8]) throws -> [UInt8] {
    Array(try signing.signature(for: bytes))
  }

  /// Whether the holder of the key with a public half has signed some bytes.
  static func isSignature(
    _ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
    return key?.isValidSignature(signature, for: bytes) ?? false
  }
}
