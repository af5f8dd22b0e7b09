/// Tables derived from the changes of entities.
///
/// ```swift
/// struct PantryByName: Projection {
///   static let name = "pantry.byName"
///   static let items = ViewTable<String, Empty>("items", at: 0)
///   static let tables: [any AnyViewTable] = [items]
///
///   func register(_ handlers: inout ChangeHandlers) {
///     handlers.on(PantryItem.self) { change, rows in
///       try rows.replace(Self.items, change) { ($0.state.name, Empty()) }
///     }
///   }
/// }
/// ```
/// A handler must be a function of the change alone: it takes out what it put in for `old` and puts in
/// the rows for `new`. Then rows never depend on the order of arrival, and a rebuild gives the same.
public protocol Projection: Sendable {
  /// The stable name, such as `nursery.historyByDay`. Reaches the disk.
  static var name: String { get }

  /// The version of the handlers' meaning; raising it rebuilds the tables at open.
  static var revision: Int { get }

  /// The tables, each at its place.
  static var tables: [any AnyViewTable] { get }

  /// What else the rows depend on, as text, such as a time zone. Another text rebuilds the tables.
  var parameters: String { get }

  /// Names the entities whose changes the rows follow.
  func register(_ handlers: inout ChangeHandlers)
}

extension Projection {
  public static var revision: Int { 1 }
  public var parameters: String { "" }
}

/// A table of a projection, whatever its rows are.
public protocol AnyViewTable: Sendable {
  /// The stable name.
  var name: String { get }
  /// The place in `Projection.tables`.
  var index: Int { get }
}

/// A table of a projection: rows of one type, ordered by keys of one type.
public struct ViewTable<Key: OrderedKey, Row: PayloadCodable>: AnyViewTable {
  public let name: String
  public let index: Int

  /// Declares the table at `index` of `Projection.tables`.
  public init(_ name: String, at index: Int) {
    self.name = name
    self.index = index
  }
}

/// Collects what a projection does for each kind of entity.
public struct ChangeHandlers {
  @usableFromInline let projection: Int
  private let registry: TypeRegistry
  private(set) var unknown: [String] = []
  private(set) var kinds: [EntityKind] = []

  init(projection: Int, registry: TypeRegistry) {
    self.projection = projection
    self.registry = registry
  }

  /// Calls `update` with every change of an entity of this type, in the transaction that made it.
  ///
  /// What `update` throws puts the entity into quarantine for this projection and takes its rows out.
  @inlinable
  public mutating func on<E: Entity>(
    _ type: E.Type,
    _ update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
  ) {
    guard let typed = follow(ObjectIdentifier(type), E.kind) else { return }
    // Safety: the registry holds kinds under the types that made them.
    let entity = unsafeDowncast(typed, to: EntityType<E>.self)
    entity.touched.subscribers.append(.init(projection: projection, update: update))
  }

  /// The typed half of a kind; nil, and noted, when the schema lacks it.
  @usableFromInline
  mutating func follow(_ type: ObjectIdentifier, _ kind: String) -> AnyObject? {
    guard let found = registry.kind(type) else {
      unknown.append(kind)
      return nil
    }
    kinds.append(found.kind)
    return found.typed
  }
}
