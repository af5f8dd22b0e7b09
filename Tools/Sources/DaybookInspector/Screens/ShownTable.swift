import Daybook
import DaybookTool

/// A table of a view, as the store has it and as pages show its rows.
struct ShownTable: Sendable {
  let view: StoredView
  let table: StoredView.Table
  private let context: PageContext

  /// - Parameter table: its name; nil for the first one.
  /// - Throws: ``InspectorError`` for a view or a table that is not there.
  init(_ context: PageContext, _ name: String, _ table: String?, in store: EventStore) throws {
    self.context = context
    let views = try store.read { try $0.storedViews() }
    guard let view = views.first(where: { $0.name == name }) else {
      throw InspectorError.missing("there is no view \(name)")
    }
    let found = table == nil ? view.tables.first : view.tables.first { $0.name == table }
    guard let found else {
      throw InspectorError.missing(
        view.tables.isEmpty
          ? "the view \(name) has no rows: they were dropped, or are not built yet"
          : "the view \(name) has no table \(table ?? "")")
    }
    (self.view, self.table) = (view, found)
  }

  /// A row's key in words.
  func key(_ key: [UInt8]) -> String {
    let parts = context.words.key(of: UntypedRow(key: key, row: []), view, table)
    return parts.isEmpty ? Hexadecimal.text(key) : parts.joined(separator: " · ")
  }

  /// What a row says, in one cell.
  func value(_ row: UntypedRow) -> String {
    if let words = context.words.words(of: row, view, table) { return words }
    return context.words.fields(of: row, view, table)
      .map { "\($0.name) \($0.text)" }.joined(separator: ", ")
  }

  /// What a row says by column: in words under one heading, or field by field.
  func cells(_ row: UntypedRow) -> [(name: String, text: String)] {
    if let words = context.words.words(of: row, view, table) { return [("What", words)] }
    return context.words.fields(of: row, view, table)
  }

  /// Why a row is as it is.
  ///
  /// - Parameters:
  ///   - part: one of the lists, which goes on after a place; all from the beginning unless told.
  ///   - number: what was found out as of an older transaction will not do.
  func why(
    _ key: [UInt8], part: String? = nil, after place: [UInt8]? = nil, since number: UInt64? = nil
  ) -> PageLink {
    PageLink(
      "why", ("view", view.name), ("table", table.name), ("key", Hexadecimal.text(key)),
      ("part", part), ("after", place.map { Hexadecimal.text($0) }),
      ("since", number.map { "\($0)" }))
  }

  /// The keys that somebody means by what they begin with, such as a name, a number, an identifier,
  /// a day of these pages' zone or `0x00ff`; nil where the keys begin with something else.
  ///
  /// Where they begin with a type of the app's for days, `today` is the day that it is there.
  func keys(_ text: String) -> KeyStretch? {
    if let bytes = Hexadecimal.bytes(text) { return .beginning(with: bytes) }
    var day: Range<Date>?
    let first = table.key.prefix(text) { text in
      day = context.clock.day(text)
      return day?.lowerBound
    }
    guard let first else {
      return context.clock.date(ofDay: text).flatMap { table.key.prefix($0, date: { _ in nil }) }
        .map { .beginning(with: $0) }
    }
    // Times of a day have few bytes in common, or none.
    guard let end = day?.upperBound, let last = table.key.prefix(text, date: { _ in end }) else {
      return .beginning(with: first)
    }
    return .from(first, before: last)
  }
}
