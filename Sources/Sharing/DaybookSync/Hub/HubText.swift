internal import Daybook

/// What a device needs to know of a hub: where it is, how to recognise it, and the secret with
/// which a space gets room there.
///
/// Anybody with the text can use up the hub's disk, and read nothing.
public struct HubText: Hashable, Sendable, CustomStringConvertible {
  /// The addresses to try, in their order, as `https://192.168.1.7:4711`.
  public let addresses: [String]
  /// The SHA-256 of the hub's certificate; nil where the system's authorities vouch for it.
  public let fingerprint: [UInt8]?
  /// The hub's public key.
  public let key: [UInt8]
  /// What a device proves to know that brings a new space.
  public let secret: [UInt8]

  /// A text.
  public init(addresses: [String], fingerprint: [UInt8]?, key: [UInt8], secret: [UInt8]) {
    self.addresses = addresses
    self.fingerprint = fingerprint
    self.key = key
    self.secret = secret
  }

  /// Reads a text.
  ///
  /// - Throws: `SyncError.text`.
  public init(_ text: String) throws {
    try self.init(bytes: SharedText.bytes(text, of: "hub", longerThan: 64)[...])
  }

  /// - Throws: `SyncError.text`.
  init(bytes: ArraySlice<UInt8>) throws {
    guard bytes.count > 64 else { throw SharedText.changed("hub") }
    let bytes = Array(bytes)
    var (addresses, fingerprint): ([String], [UInt8]?) = ([], nil)
    do {
      try bytes[64...].withUnsafeBytes { bytes in
        var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
        while let field = try reader.next() {
          switch field {
          case 1: addresses.append(try reader.string())
          case 2: fingerprint = try reader.bytes()
          default: break
          }
        }
      }
    } catch { throw SharedText.changed("hub") }
    guard !addresses.isEmpty, fingerprint?.count ?? 32 == 32 else {
      throw SharedText.changed("hub")
    }
    self.init(
      addresses: addresses, fingerprint: fingerprint, key: Array(bytes[..<32]),
      secret: Array(bytes[32..<64]))
  }

  /// What the text says: the key, the secret, and a payload of 1 each address, 2 the fingerprint.
  var bytes: [UInt8] {
    var writer = PayloadWriter()
    writer.value(1, addresses)
    if let fingerprint { fingerprint.withUnsafeBytes { writer.bytes(2, $0) } }
    return key + secret + writer.array
  }

  /// The text, some 200 characters without blanks.
  public var description: String { SharedText.text(bytes, of: "hub") }
}
