#if Tools
public import Daybook

/// What a tool says of a store and of its rows, for pages that show it elsewhere than at a
/// terminal.
public struct StoredWords<Tool: StoreTool>: Sendable {
  /// The store.
  public let store: EventStore
  /// What everything that is said has in common.
  public let screen: Tool.Screen

  /// The words of a tool on a screen.
  public init(_ store: EventStore, _ screen: Tool.Screen) {
    (self.store, self.screen) = (store, screen)
  }

  /// What a transaction did, in one line: up to three changes, or how many of which event. Folds
  /// the entities that it touched.
  public func sentence(
    of transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> String {
    try EventWords<Tool.Screen>.sentence(transaction, reader, screen)
  }

  /// What an event says, such as `feed recorded: formula, 120 mL`.
  public func words(of event: History.Event, _ reader: borrowing Reader) throws -> String {
    try EventWords<Tool.Screen>(event, reader, screen).words
  }

  /// What a stored kind is called; nil for one that the tool does not know.
  public func word(ofKind kind: String) -> String? { screen.kind(stored: kind)?.word }

  /// The stored kind that somebody means by a word; nil for none.
  public func kind(named word: String) -> String? {
    screen.kind(named: word)?.storedKind
  }

  /// What a thing is, or was last, in a line; nil where the tool does not know its kind.
  public func line(
    ofKind kind: String, _ id: UUID, _ reader: borrowing Reader
  ) throws -> String? {
    try screen.kind(stored: kind)?.last(reader, id, screen)?.line
  }

  /// What a change did to the fields of a thing, each before and after, in the words and under the
  /// names of the tool; of what it has no words for the properties of its type.
  public func properties(of change: History.AnyChange) -> [History.PropertyChange] {
    guard let shown = screen.change(change) else { return change.properties }
    let found: [History.PropertyChange] =
      switch shown.sort {
      case .updated:
        shown.fields.map { History.PropertyChange(name: $0.name, old: $0.old, new: $0.new) }
      case .inserted:
        (shown.new?.fields ?? []).map {
          History.PropertyChange(name: $0.name, old: nil, new: $0.text)
        }
      case .deleted:
        (shown.old?.fields ?? []).map {
          History.PropertyChange(name: $0.name, old: $0.text, new: nil)
        }
      }
    return found.isEmpty ? change.properties : found
  }

  /// The parts of a row's key in words; of an identifier what it names. Reads the store.
  public func key(of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table) -> [String] {
    rowWords(view, table).parts(row, namesThings: true)
  }

  /// What a row says in words of the tool's own; nil where it has none, and its fields say it.
  public func words(
    of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table
  ) -> String? {
    rowWords(view, table).ownWords(row.row)
  }

  /// The fields of a row: the properties of the schema's type, else numbers; of an identifier what
  /// it names. Reads the store.
  public func fields(
    of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table
  ) -> [(name: String, text: String)] {
    rowWords(view, table).fields(row.row)
  }

  /// What an event carries, under the names of its fields: those that a change of fields changes,
  /// else those that have a value. By number where the schema does not read the event.
  public func fields(of event: History.Event) -> [(name: String, text: String)] {
    let type = store.schema.entityTypes.first { $0.kind == event.kind }
    return type.flatMap { EventFields.named(event, $0) } ?? Self.fields(of: event.payload)
  }

  /// The numbered fields of a payload whose type nobody knows.
  public static func fields(of payload: [UInt8]) -> [(name: String, text: String)] {
    PayloadText(payload).fields
  }

  private func rowWords(_ view: StoredView, _ table: StoredView.Table) -> StoredRowWords<Tool> {
    StoredRowWords(store: store, view: view, table: table, screen: screen)
  }
}
#endif
