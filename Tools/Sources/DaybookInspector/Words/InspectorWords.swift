public import Daybook
import Foundation

/// What pages say of a store, in the words of an app.
///
/// ``ToolWords`` has them from a `StoreTool`; an app with a server of its own may say them itself.
public protocol InspectorWords: Sendable {
  /// What the pages are of, such as the tool's name.
  var title: String { get }
  /// The zone of times.
  var zone: TimeZone { get }
  /// What time it is.
  var now: Date { get }
  /// The pages of the app's own, which come first.
  var boards: [InspectorBoard] { get }

  /// What a transaction did, in one line.
  func sentence(
    of transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> String
  /// What an event says.
  func words(of event: History.Event, _ reader: borrowing Reader) throws -> String
  /// What a change did to the fields of a thing; the properties of its type unless told.
  func properties(of change: History.AnyChange) -> [History.PropertyChange]
  /// What a stored kind is called; nil for one that is not known.
  func word(ofKind kind: String) -> String?
  /// The stored kind that somebody means by a word; nil for none.
  func kind(named word: String) -> String?
  /// What a thing is, or was last, in a line; nil where its kind is not known.
  func line(ofKind kind: String, _ id: UUID, _ reader: borrowing Reader) throws -> String?
  /// The fields of a payload whose type nobody knows, by number.
  func fields(of payload: [UInt8]) -> [(name: String, text: String)]
  /// What an event carries, under the names of its fields; by number unless told.
  func fields(of event: History.Event) -> [(name: String, text: String)]
  /// The parts of a row's key.
  func key(of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table) -> [String]
  /// What a row says in words of the app's own; nil where its fields say it.
  func words(of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table) -> String?
  /// The fields of a row.
  func fields(
    of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table
  ) -> [(name: String, text: String)]
}

extension InspectorWords {
  public var boards: [InspectorBoard] { [] }
  public func properties(of change: History.AnyChange) -> [History.PropertyChange] {
    change.properties
  }
  public func fields(of event: History.Event) -> [(name: String, text: String)] {
    fields(of: event.payload)
  }

  /// The times of these pages.
  var clock: Clock { Clock(zone: zone, now: now) }

  /// A kind as people read it: its word, else the name under which it is stored.
  func name(ofKind kind: String) -> String { word(ofKind: kind) ?? kind }
}

/// A page of an app's own among those of the inspector.
public struct InspectorBoard: Sendable {
  /// What a board shows.
  public enum Content: Sendable {
    /// What stands below the heading.
    case html(HTML)
    /// A page that somebody has written whole, with its style sheet in its head, for printing.
    case document(String)
  }

  /// Its part of the address, such as `today`.
  public let name: String
  /// Its heading, and what leads to it.
  public let title: String
  /// Makes it; what it reads, the store gives.
  public let content: @Sendable (InspectorQuery) throws -> Content

  /// A page.
  ///
  /// - Parameters:
  ///   - name: its part of the address: letters, none of a page of the inspector.
  ///   - title: its heading, and what leads to it.
  ///   - content: makes it; called once a request, on a thread that may wait.
  public init(
    name: String, title: String, content: @escaping @Sendable (InspectorQuery) throws -> Content
  ) {
    (self.name, self.title, self.content) = (name, title, content)
  }
}
