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
/// A handler must be a function of the change alone: it takes out what it put in for `old` and puts
/// in the rows for `new`. Then rows never depend on the order of arrival, and a rebuild gives the
/// same.
public protocol Projection: Sendable {
  /// The stable name, such as `nursery.historyByDay`. Reaches the disk.
  static var name: String { get }

  /// The version of the handlers' meaning; raising it rebuilds the tables at open.
  static var revision: Int { get }

  /// The tables, each at its place.
  static var tables: [any AnyViewTable] { get }

  /// What else the rows depend on, as text, such as a time zone. Another text rebuilds the tables.
  var parameters: String { get }

  /// The version of what the rows depend on beside the log and the parameters, such as the changes
  /// of a zone's clocks, which an update of the system may bring; empty unless told. Another one
  /// rebuilds the tables. It stays with the machine, while the parameters go where the log goes.
  var dataVersion: String { get }

  /// Names the entities whose changes the rows follow.
  func register(_ handlers: inout ChangeHandlers)
}

extension Projection {
  public static var revision: Int { 1 }
  public var parameters: String { "" }
  public var dataVersion: String { "" }
}
