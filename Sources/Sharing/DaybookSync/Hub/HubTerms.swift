package import Daybook
public import Foundation

/// Who a hub is, what it takes, and a nonce for a device to sign.
public struct HubTerms: HubMessage, Hashable, Sendable {
  package static let noun = "hub's terms"

  /// What its owner calls it.
  public var name: String
  /// Its public key.
  public var key: [UInt8]
  /// The time by its clock.
  public var time: Date
  /// What a device signs to open a session; good for a minute.
  public var nonce: [UInt8]
  /// The most bytes of a body.
  public var longestBody: Int
  /// The most bytes of one space.
  public var largestSpace: Int
  /// The most calls a second of one session.
  public var callsPerSecond: Int
  /// The hub's own certificate, DER; empty where an authority vouches for it.
  public var certificate: [UInt8] = []

  /// Terms.
  public init(
    name: String, key: [UInt8], time: Date, nonce: [UInt8], longestBody: Int, largestSpace: Int,
    callsPerSecond: Int
  ) {
    self.name = name
    self.key = key
    self.time = time
    self.nonce = nonce
    self.longestBody = longestBody
    self.largestSpace = largestSpace
    self.callsPerSecond = callsPerSecond
  }

  /// The bytes that travel: a payload of 1 the name, 2 the key, 3 the time, 4 the nonce, 5 the most
  /// bytes of a body, 6 of a space, 7 the most calls a second, 8 the certificate.
  public var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 256)
    writer.value(1, name)
    key.withUnsafeBytes { writer.bytes(2, $0) }
    writer.date(3, time)
    nonce.withUnsafeBytes { writer.bytes(4, $0) }
    writer.uint(5, UInt64(longestBody))
    writer.uint(6, UInt64(largestSpace))
    writer.uint(7, UInt64(callsPerSecond))
    if !certificate.isEmpty { certificate.withUnsafeBytes { writer.bytes(8, $0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    self.init(
      name: "", key: [], time: Date(timeIntervalSince1970: 0), nonce: [], longestBody: 0,
      largestSpace: 0, callsPerSecond: 0)
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: key = try reader.bytes()
      case 3: time = try reader.date()
      case 4: nonce = try reader.bytes()
      case 5: longestBody = Int(clamping: try reader.uint())
      case 6: largestSpace = Int(clamping: try reader.uint())
      case 7: callsPerSecond = Int(clamping: try reader.uint())
      case 8: certificate = try reader.bytes()
      default: break
      }
    }
    if key.count != 32 { throw PayloadError.missing(2) }
  }

  /// Reads what travelled.
  ///
  /// - Throws: `SyncError.malformed`.
  public init(bytes: [UInt8]) throws { try self.init(bytes) }
}
