internal import Crypto
internal import Daybook
public import Foundation

/// A link with which one device joins a space by way of a hub: once, and for a day.
///
/// Its secret is in the fragment, which no program sends to a server. Request and invitation pass
/// through the hub with a code by that secret, so the hub can replace neither. Somebody who gets
/// the link before the device for which it is can ask in its place: so the owner compares the
/// digits.
public struct JoinLink: Hashable, Sendable, CustomStringConvertible {
  /// The hub.
  public let hub: HubText
  /// The space.
  public let space: UUID
  /// Sixteen bytes, which the hub never gets.
  private let secret: [UInt8]

  /// A new link.
  init(to space: UUID, by hub: HubText) {
    self.hub = hub
    self.space = space
    secret = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
  }

  private static let path = "/daybook/1/join#"

  /// Reads a link.
  ///
  /// - Throws: `SyncError.text`.
  public init(_ text: String) throws {
    guard let mark = text.firstIndex(of: "#"), text[...mark].hasSuffix(Self.path) else {
      throw SyncError(
        .text,
        "this is no link to join with, or not all of one: some 300 characters follow \(Self.path); copy all of it"
      )
    }
    let digits = text[text.index(after: mark)...].filter { !$0.isWhitespace }
    let plain = digits.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    let bytes = Array(Data(base64Encoded: plain + padding) ?? Data())
    let check = bytes.suffix(4)
    let said = Array(bytes.dropLast(4))
    guard said.count > 32, SHA256.hash(data: said).prefix(4).elementsEqual(check) else {
      throw SharedText.changed("link")
    }
    space = SharedText.uuid(said[..<16])
    secret = Array(said[16..<32])
    hub = try HubText(bytes: said[32...])
  }

  /// The link, some 300 characters without blanks.
  public var description: String {
    let said = Chain.bytes(space) + secret + hub.bytes
    let bytes = said + Array(SHA256.hash(data: said).prefix(4))
    let digits = Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    return (hub.addresses.first ?? "") + Self.path + digits
  }

  /// The box at the hub: sixteen bytes of the SHA-256 of space and secret, from which nobody finds
  /// the secret.
  var box: [UInt8] {
    Array(
      SHA256.hash(data: [7] + Array("daybook box 1".utf8) + Chain.bytes(space) + secret).prefix(16))
  }

  /// A letter that the other side can tell from a forged one.
  func letter(_ sort: BoxLetter.Sort, _ content: [UInt8]) -> BoxLetter {
    let code = HMAC<SHA256>.authenticationCode(
      for: Self.said(sort, content), using: SymmetricKey(data: secret))
    return BoxLetter(in: box, sort, content: content, code: Array(code))
  }

  /// The content of a letter of one sort; nil when there is none.
  ///
  /// - Throws: `SyncError.badSignature` for one that who has the link did not write.
  func content(of letters: BoxLetters, _ sort: BoxLetter.Sort) throws -> [UInt8]? {
    guard let letter = letters.letters.first(where: { $0.sort == sort }) else { return nil }
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        letter.code, authenticating: Self.said(sort, letter.content),
        using: SymmetricKey(data: secret))
    else {
      throw SyncError(
        .badSignature, "the \(sort) was not written by who has the link; make another one")
    }
    return letter.content
  }

  private static func said(_ sort: BoxLetter.Sort, _ content: [UInt8]) -> [UInt8] {
    Array("daybook letter 1 \(sort.rawValue)".utf8) + [0] + content
  }
}
