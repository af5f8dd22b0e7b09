/// What a folder of snapshots holds: the file `daybook-manifest.json`, which is replaced last.
///
/// JSON; dates are seconds since 2001-01-01 00:00 UTC. The key `check` comes first and has the
/// digest of all bytes after its comma, so that damage is told from a newer format; the other keys
/// are sorted. Keys that are not known are ignored, so that newer versions can add some.
public struct SnapshotManifest: Codable, Sendable, Equatable {
  /// The name of the manifest in its folder.
  public static let fileName = "daybook-manifest.json"
  /// The newest format that this version reads and the one it writes.
  public static let currentFormat = 1

  /// The version of the format.
  public let format: Int
  /// How often the manifest was replaced.
  public var generation: Int
  /// The place in the store's history up to which all files are built.
  public var token: String
  /// The newest hybrid time of the store when the files were published, by its raw value; nil
  /// before anything was. An extension hands it back with its events, see `InboxFolder`.
  public var time: UInt64?
  /// Who builds the files: the name and revision of the builder.
  public var builder: String
  /// The files, by name.
  public var files: [String: Entry]
  /// Names of files that are about to be made or have to be built again, whatever history says.
  public var pending: [String]
  /// The digests of files that are being made for the first time, by name: should the work end
  /// there, they prove that a file is the publisher's own.
  public var announced: [String: String]

  private enum CodingKeys: String, CodingKey {
    case format, generation, token, time, builder, files, pending, announced
  }

  /// What is known of one file.
  public struct Entry: Codable, Sendable, Equatable {
    /// How often the file was replaced, from 1.
    public var generation: Int
    /// `SnapshotDigest.text(of:)` of its bytes.
    public var digest: String
    /// Its length in bytes.
    public var size: Int
    /// The place in the store's history that it was built from.
    public var token: String
    /// The time that it was built for.
    public var now: Date
    /// When it has to be built again although nothing was written; nil for never.
    public var expires: Date?
    /// The entities that it was made of, each as kind, slash and identifier.
    public var dependsOn: [String]

    /// Describes a file.
    public init(
      generation: Int, digest: String, size: Int, token: String, now: Date, expires: Date?,
      dependsOn: [String]
    ) {
      self.generation = generation
      self.digest = digest
      self.size = size
      self.token = token
      self.now = now
      self.expires = expires
      self.dependsOn = dependsOn
    }
  }

  /// The manifest of an empty folder.
  public init(builder: String, token: String = "") {
    format = Self.currentFormat
    generation = 0
    self.token = token
    self.builder = builder
    files = [:]
    pending = []
    announced = [:]
  }

  /// Reads a manifest.
  ///
  /// - Throws: `SnapshotError.damaged` for bytes that are no whole manifest, `newerFormat` for a
  ///   whole one that this version cannot read.
  public init(bytes: [UInt8]) throws(SnapshotError) {
    let start = Self.checkStart.count + Self.checkDigits + Self.checkEnd.count
    guard bytes.starts(with: Self.checkStart), bytes.count > start,
      bytes[..<start].elementsEqual(Self.check(of: bytes[start...])),
      let version = try? JSONDecoder().decode(Version.self, from: Data(bytes))
    else {
      throw SnapshotError(
        .damaged, "the \(bytes.count) bytes of the manifest are not those that were written")
    }
    guard version.format <= Self.currentFormat else {
      throw SnapshotError(
        .newerFormat,
        "the manifest has format \(version.format), this version reads \(Self.currentFormat): update "
          + "the app, or remove \(Self.fileName) so that every file is published anew")
    }
    do { self = try JSONDecoder().decode(SnapshotManifest.self, from: Data(bytes)) } catch {
      throw SnapshotError(.damaged, "the manifest lacks what it must have: \(error)")
    }
  }

  /// The bytes as they are written; the same for equal manifests.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let rest = try encoder.encode(self).dropFirst()
    return Self.check(of: [UInt8](rest)[...]) + rest
  }

  private static let checkStart = Array(#"{"check":"fnv1a64:"#.utf8)
  private static let checkDigits = 16
  private static let checkEnd = Array(#"","#.utf8)

  /// What a manifest begins with, before `rest`.
  private static func check(of rest: ArraySlice<UInt8>) -> [UInt8] {
    Array(#"{"check":"\#(SnapshotDigest.text(of: rest))","#.utf8)
  }

  private struct Version: Decodable {
    let format: Int
  }
}
