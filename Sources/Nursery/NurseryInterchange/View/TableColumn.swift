internal import Daybook
internal import Interchange
internal import Nursery

/// A property of a value as columns of a table: one for most, two for a time or an amount.
///
/// The names are the keys of the command line's JSON. What is an object there is a column for each
/// member, named with a point, such as `amount.value`.
struct TableColumn<Value>: Sendable {
  let names: [String]
  let cells: @Sendable (Value) -> [TableCell]

  init(_ name: String, _ cell: @escaping @Sendable (Value) -> TableCell) {
    names = [name]
    cells = { [cell($0)] }
  }

  private init(_ names: [String], _ cells: @escaping @Sendable (Value) -> [TableCell]) {
    self.names = names
    self.cells = cells
  }

  static func text(_ name: String, _ value: @escaping @Sendable (Value) -> String?) -> Self {
    Self(name) { TableCell(value($0)) }
  }

  static func id(_ name: String, _ value: @escaping @Sendable (Value) -> UUID?) -> Self {
    Self(name) { TableCell(value($0)?.uuidString) }
  }

  static func count(_ name: String, _ value: @escaping @Sendable (Value) -> Int64) -> Self {
    Self(name) { .integer(value($0)) }
  }

  /// Whole seconds in UTC; beside it, when the time has a fraction, the same with microseconds.
  /// Nothing for a time of no year from 1 to 9999.
  static func time(_ name: String, _ value: @escaping @Sendable (Value) -> Date?) -> Self {
    Self([name, name + "Exact"]) {
      guard let date = value($0), PlainTime.hasYear(date) else { return [.none, .none] }
      let exact = PlainTime.hasFraction(date) ? PlainTime.exact(date) : nil
      return [.text(PlainTime.seconds(date)), TableCell(exact)]
    }
  }

  /// As it was typed.
  static func amount(_ name: String, _ value: @escaping @Sendable (Value) -> Amount?) -> Self {
    Self(["\(name).value", "\(name).unit"]) {
      let amount = value($0)
      return [TableCell(amount?.value), TableCell(amount?.unitText)]
    }
  }

  static func source(_ value: @escaping @Sendable (Value) -> SourceReference?) -> Self {
    Self(["source.provider", "source.table", "source.id"]) {
      let source = value($0)
      return [TableCell(source?.provider), TableCell(source?.table), TableCell(source?.id)]
    }
  }

  /// The same columns of a value that has the other one in it.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> TableColumn<Whole> {
    TableColumn<Whole>(names) { cells(part($0)) }
  }
}

extension [TableCell] {
  /// The cells of a value.
  init<Value>(_ columns: [TableColumn<Value>], _ value: Value) {
    self = columns.flatMap { $0.cells(value) }
  }
}
