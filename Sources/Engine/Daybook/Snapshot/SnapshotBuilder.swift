/// Makes the files that a `SnapshotPublisher` publishes.
///
/// Must be pure: what `build` returns follows from the file's name, what the reader gives and
/// `now`, and from nothing else. Then a file that is kept equals one made from scratch for the same
/// `now`.
///
/// A transaction makes the publisher look at a file when it touched an entity that the file
/// `dependsOn`, or one that `files(concerning:_:)`, asked after the transaction, says concerns the
/// file. So a file that depends on the last feed is found when that feed goes to another baby or is
/// deleted, and when another feed becomes the last.
public protocol SnapshotBuilder: Sendable {
  /// The stable name of the builder. Reaches the disk.
  var name: String { get }

  /// The version of `build` and of what it reads. Raising it builds every file anew.
  var revision: Int { get }

  /// The names of all files that there should be.
  func files(_ reader: borrowing Reader) throws -> [String]

  /// The names of the files that an entity concerns as it is now. May name too many, never too few.
  func files(concerning entity: EntityReference, _ reader: borrowing Reader) throws -> [String]

  /// The content of a file; nil when there is to be none, because its subject is gone.
  ///
  /// What it throws leaves the file as it is, and it is tried again with the next update.
  func build(_ file: String, _ reader: borrowing Reader, now: Date) throws -> SnapshotContent?
}

/// The content of a snapshot file, and what makes it outdated.
public struct SnapshotContent: Sendable, Equatable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// The entities that it was made of.
  public var dependsOn: [EntityReference]
  /// When it has to be built again although nothing was written, such as at midnight; nil for
  /// never.
  public var expires: Date?

  /// Describes a file.
  public init(_ bytes: [UInt8], dependsOn: [EntityReference], expires: Date? = nil) {
    self.bytes = bytes
    self.dependsOn = dependsOn
    self.expires = expires
  }
}

/// An entity by kind and identifier.
public struct EntityReference: Hashable, Sendable, CustomStringConvertible {
  /// The kind, such as `nursery.feed`.
  public let kind: String
  /// The identifier.
  public let id: UUID

  /// Names an entity.
  public init(kind: String, id: UUID) {
    self.kind = kind
    self.id = id
  }

  /// Names an entity of a type.
  public init<E: Entity>(_ type: E.Type, _ id: UUID) { self.init(kind: E.kind, id: id) }

  /// Names an entity.
  public init<E: Entity>(_ id: ID<E>) { self.init(E.self, id.rawValue) }

  /// The kind, a slash and the identifier.
  public var description: String { "\(kind)/\(id.uuidString)" }
}
