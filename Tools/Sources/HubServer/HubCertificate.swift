internal import Crypto
internal import DaybookSync
internal import Foundation
internal import SwiftASN1
internal import X509

/// The certificate that a hub signs for itself, once: devices recognise the hub by its fingerprint.
public struct HubCertificate: Sendable {
  /// The file with the certificate, PEM.
  public let certificate: String
  /// The file with its key, PEM, for its owner alone.
  public let key: String
  /// The certificate, DER.
  public let bytes: [UInt8]
  /// The SHA-256 of the certificate.
  public var fingerprint: [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// From 2020 to 2100, whatever the clock shows that makes it, which may be that of a Raspberry Pi
  /// without a battery. A new one would be another hub for all who know this one.
  private static let (start, end) = (
    Date(timeIntervalSince1970: 1_577_836_800), Date(timeIntervalSince1970: 4_102_444_800)
  )

  /// Reads the hub's own certificate, or makes it.
  ///
  /// - Throws: when the files cannot be read or written.
  public init(in directory: String) throws {
    certificate = "\(directory)/certificate.pem"
    key = "\(directory)/certificate.key"
    let found = [certificate, key].filter { FileManager.default.fileExists(atPath: $0) }
    if found.isEmpty { try Self.make(certificate, key) }
    if found.count == 1 {
      // Another one would be another hub for all who know this one.
      throw SyncError(
        .key,
        "\(found[0]) is there, and not the other file of the hub's certificate: put both back from a copy; or remove this one, and give each device the hub's new text"
      )
    }
    let text = try String(contentsOfFile: certificate, encoding: .utf8)
    bytes = try PEMDocument(pemString: text).derBytes
  }

  private static func make(_ path: String, _ keyPath: String) throws {
    let files = FileManager.default
    let signing = P256.Signing.PrivateKey()
    let key = Certificate.PrivateKey(signing)
    let name = try DistinguishedName { CommonName("Daybook hub") }
    let made = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: start, notValidAfter: end, issuer: name, subject: name,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.dnsName("daybook.hub")])
      }, issuerPrivateKey: key)
    try files.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let isKept = files.createFile(
      atPath: keyPath, contents: Data(signing.pemRepresentation.utf8),
      attributes: [.posixPermissions: 0o600])
    guard isKept else {
      throw SyncError(
        .unwritable, "the key of the hub's certificate cannot be written to \(keyPath)")
    }
    let text = try made.serializeAsPEM().pemString + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
