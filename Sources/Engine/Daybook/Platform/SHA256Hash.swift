internal import LMDB

/// SHA-256 of bytes that come in pieces, for the modules above, which do not import LMDB.
package struct SHA256Hash: Sendable {
  private var running = SHA256()

  package init() {}

  /// Takes more bytes in.
  // Safety: the bytes are used during the call.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) { running.add(bytes) }

  /// The digest of all bytes so far, 32 bytes.
  package var digest: [UInt8] { running.digest }
}
