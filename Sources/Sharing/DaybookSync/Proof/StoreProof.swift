internal import Crypto
public import Daybook
internal import Foundation

/// What a store held at one moment, for those who do not have the store.
///
/// It names the transactions of each writer by their hash, with the writer's own signature as far
/// as there is one, and the rows of views by their digest. Somebody who keeps it notices later that
/// the past of the store, or of another member's, has changed: `EventStore.compare(with:)`. It
/// holds nothing of what was written but the names of members and views.
public struct StoreProof: Codable, Hashable, Sendable {
  /// The transactions of one writer.
  public struct Writer: Codable, Hashable, Sendable {
    /// The replica.
    public let replica: UUID
    /// The member that it belongs to; nil without a space.
    public let member: String?
    /// Its public key in hexadecimal digits; nil without a space.
    public let key: String?
    /// How many transactions it had written.
    public let sequence: UInt64
    /// Their chain in hexadecimal digits; nil when it goes through what was purged.
    public let chain: String?
    /// How many of them, the first ones, were purged by then.
    public let purged: UInt64
    /// The last of them that it had signed; nil when there is none.
    public let signed: Head?
  }

  /// A writer's signature.
  public struct Head: Codable, Hashable, Sendable {
    /// The last transaction that it is over.
    public let sequence: UInt64
    /// The chain that is signed, in hexadecimal digits.
    public let chain: String
    /// Ed25519, in hexadecimal digits.
    public let signature: String
  }

  /// What purges had left of the store's own log.
  public struct Purge: Codable, Hashable, Sendable {
    /// The last transaction of the log that was purged.
    public let through: UInt64
    /// The hash of what took the place of those up to it, in hexadecimal digits; nil when the purge
    /// had not ended.
    public let left: String?
  }

  /// The rows of one view.
  public struct View: Codable, Hashable, Sendable {
    /// Its name.
    public let name: String
    /// How it is made: name, revision, parameters, tables.
    public let fingerprint: String
    /// The digest of its rows.
    public let digest: String
  }

  /// The version of the format that is written, 1.
  public static let version = 1

  /// The version of its format.
  public let version: Int
  /// The space, or the one that the store would begin.
  public let space: UUID
  /// The place in the store's own log, as `History.Token` gives it.
  public let token: String
  /// What stands for the store's own log up to there, in hexadecimal digits: SHA-256 of the chain
  /// of its transactions and of that of its names.
  public let log: String
  /// How many names `log` stands for.
  public let names: UInt64
  /// What purges had left; nil when there was none.
  public let purge: Purge?
  /// In the order of the replicas.
  public let writers: [Writer]
  /// Those that had taken in the whole log, in the order of their names.
  public let views: [View]
  /// The names of the views that lacked transactions, of whose rows nothing is proved; in order.
  public var viewsBehind: [String] { behind ?? [] }
  /// Nil in the text of most proofs.
  private let behind: [String]?
  /// The replica that made it.
  public let maker: UUID
  /// When it was made, by the clock of the store's device, in whole seconds; nil in proofs of
  /// earlier versions.
  public let made: Date?
  /// The maker's signature over all of this, in hexadecimal digits; nil when no key was given.
  public internal(set) var signature: String?

  private enum CodingKeys: String, CodingKey {
    case version, space, token, log, names, purge, writers, views, maker, made, signature
    case behind = "viewsBehind"
  }

  /// How many transactions all writers together had written.
  public var transactions: UInt64 { writers.map(\.sequence).reduce(0, &+) }

  /// 5 ‖ "daybook proof 1" ‖ SHA-256 of the JSON without the signature.
  var signed: [UInt8] {
    get throws {
      var unsigned = self
      unsigned.signature = nil
      return [5] + Array("daybook proof 1".utf8) + Array(SHA256.hash(data: try unsigned.data()))
    }
  }

  private func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(self)
  }

  /// The text to keep: JSON, the same for the same content.
  public var text: String { get throws { String(decoding: try data(), as: UTF8.self) + "\n" } }

  /// Reads what `text` gave.
  ///
  /// - Throws: `SyncError.malformed`.
  public init(text: String) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do { self = try decoder.decode(Self.self, from: Data(text.utf8)) } catch {
      throw SyncError(.malformed, "this is no proof of a store, or was cut")
    }
    guard version == Self.version else {
      throw SyncError(
        .newerMessage, "the proof has version \(version), \(Self.version) can be read here; update")
    }
  }

  init(
    space: UUID, token: History.Token, log: ProvenLog, writers: [Writer], views: [View],
    behind: [String], maker: ReplicaID, made: Date
  ) {
    version = Self.version
    self.behind = behind.isEmpty ? nil : behind
    (self.space, self.token, self.log) = (space, token.description, log.hash.hexadecimal)
    names = log.names
    purge =
      log.purged == 0 ? nil : Purge(through: log.purged, left: log.remains?.hexadecimal)
    (self.writers, self.views, self.maker) = (writers, views, maker.uuid)
    self.made = Date(timeIntervalSince1970: made.timeIntervalSince1970.rounded(.down))
  }
}
