/// The identifier of an entity, with the kind of the entity as a type.
///
/// ```swift
/// struct Medication: Entity, CodablePayload {
///   var baby: ID<Baby>
///   …
/// }
///
/// let milk = ID<Grocery>.timeOrdered()
/// try store.append { try $0.append(.added(name: "Milk"), to: milk) }
/// let item = try store.read { try $0.entity(milk) }
/// ```
/// The compiler refuses the identifier of a note where that of a medication is wanted, and events
/// can begin with a dot. The store knows nothing of it: an `ID` is stored, coded and compared as
/// the `UUID` in it, so a field can be changed from one to the other. Whatever takes an `ID` also
/// takes the type and the `UUID`.
///
/// A type that is `Identifiable` has an `ID` of its own. In an extension of such a type, and where
/// it declares `typealias ID`, that one comes first: write `Daybook.ID<Medication>`.
public struct ID<E: Entity>: RawRepresentable, Hashable, Comparable, Sendable {
  /// The identifier as the store has it.
  public let rawValue: UUID

  /// Says of which kind the entity is.
  @inlinable public init(_ uuid: UUID) { rawValue = uuid }

  /// Says of which kind the entity is.
  @inlinable public init(rawValue: UUID) { self.rawValue = rawValue }

  /// The identifier that a name has in a namespace; see `UUID.init(name:in:)`.
  public init(name: String, in namespace: UUID) { self.init(UUID(name: name, in: namespace)) }

  /// A new identifier, which sorts by when it was made; see `UUID.timeOrdered(at:)`.
  public static func timeOrdered(at date: Date = Date()) -> ID { ID(.timeOrdered(at: date)) }

  /// Whether the bytes of the first come before those of the second, as in keys.
  @inlinable
  public static func < (one: ID, other: ID) -> Bool { one.rawValue < other.rawValue }
}

extension ID: CustomStringConvertible {
  /// As a `UUID` has it.
  public var description: String { rawValue.description }
}

extension ID: Codable {
  /// Reads what a `UUID` writes.
  public init(from decoder: any Decoder) throws { self.init(try UUID(from: decoder)) }

  /// Writes what a `UUID` writes.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension ID: CodingKeyRepresentable {
  /// As the text of its `UUID`, so that a dictionary by `ID` is one object of JSON, in one order.
  public var codingKey: any CodingKey { rawValue.uuidString.codingKey }

  /// Reads what `codingKey` says.
  public init?<Key: CodingKey>(codingKey: Key) {
    guard let uuid = UUID(uuidString: codingKey.stringValue) else { return nil }
    self.init(uuid)
  }
}

/// An `ID` of whatever kind, for code that shows values of any type.
package protocol EntityIdentifier {
  var rawValue: UUID { get }
}

extension ID: EntityIdentifier {}
