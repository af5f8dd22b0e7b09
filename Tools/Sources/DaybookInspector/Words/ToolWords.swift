public import Daybook
public import DaybookTool
import Foundation

/// The words of a command line tool.
public struct ToolWords<Tool: StoreTool>: InspectorWords {
  private let words: StoredWords<Tool>
  public let boards: [InspectorBoard]

  /// The words of a tool for its store, as of one moment.
  public init(_ store: EventStore, _ screen: Tool.Screen, boards: [InspectorBoard] = []) {
    words = StoredWords(store, screen)
    self.boards = boards
  }

  public var title: String { Tool.name }
  public var zone: TimeZone { words.screen.zone }
  public var now: Date { words.screen.now }

  public func sentence(
    of transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> String {
    try words.sentence(of: transaction, reader)
  }

  public func words(of event: History.Event, _ reader: borrowing Reader) throws -> String {
    try words.words(of: event, reader)
  }

  public func properties(of change: History.AnyChange) -> [History.PropertyChange] {
    words.properties(of: change)
  }

  public func word(ofKind kind: String) -> String? { words.word(ofKind: kind) }
  public func kind(named word: String) -> String? { words.kind(named: word) }

  public func line(
    ofKind kind: String, _ id: UUID, _ reader: borrowing Reader
  ) throws -> String? {
    try words.line(ofKind: kind, id, reader)
  }

  public func fields(of payload: [UInt8]) -> [(name: String, text: String)] {
    StoredWords<Tool>.fields(of: payload)
  }

  public func fields(of event: History.Event) -> [(name: String, text: String)] {
    words.fields(of: event)
  }

  public func key(
    of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table
  ) -> [String] {
    words.key(of: row, view, table)
  }

  public func words(
    of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table
  ) -> String? {
    words.words(of: row, view, table)
  }

  public func fields(
    of row: UntypedRow, _ view: StoredView, _ table: StoredView.Table
  ) -> [(name: String, text: String)] {
    words.fields(of: row, view, table)
  }
}
