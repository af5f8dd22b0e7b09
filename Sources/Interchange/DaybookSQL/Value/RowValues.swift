internal import Daybook

/// The values of a row that is written next, in memory that the row after it uses again.
struct RowValues {
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// A part of the bytes.
    case text(Range<Int>)
    /// A part of the bytes.
    case blob(Range<Int>)
  }

  private(set) var values: [Value] = []
  private var buffer = TextBuffer()

  /// What texts and blobs are parts of.
  var bytes: [UInt8] { buffer.bytes }

  /// Begins a row whose values are all NULL.
  mutating func begin(_ count: Int) {
    buffer.clear()
    values.removeAll(keepingCapacity: true)
    for _ in 0..<count { values.append(.null) }
  }

  /// Adds a value, which is NULL.
  mutating func addPlace() { values.append(.null) }

  mutating func set(_ place: Int, _ number: Int64) { values[place] = .integer(number) }

  mutating func set(_ place: Int, _ number: Int) { values[place] = .integer(Int64(number)) }

  mutating func set(_ place: Int, _ flag: Bool) { values[place] = .integer(flag ? 1 : 0) }

  /// Sets a number, which SQLite takes for NULL where it is none.
  mutating func set(_ place: Int, _ number: Double) { values[place] = .real(number) }

  mutating func set(_ place: Int, _ text: String?) {
    if let text { self.text(place) { $0.append(text) } }
  }

  mutating func set(_ place: Int, _ id: UUID) { text(place) { $0.append(id) } }

  /// Sets a time; NULL for one that ``SQLTime`` has no text for.
  mutating func set(_ place: Int, time milliseconds: Int64?) {
    guard let milliseconds else { return }
    let start = buffer.bytes.count
    if buffer.append(time: milliseconds) { values[place] = .text(start..<buffer.bytes.count) }
  }

  mutating func set(_ place: Int, blob: BorrowedBytes) {
    let start = buffer.bytes.count
    buffer.append(blob)
    values[place] = .blob(start..<buffer.bytes.count)
  }

  /// Sets a text that is written here.
  mutating func text(_ place: Int, _ write: (inout TextBuffer) -> Void) {
    let start = buffer.bytes.count
    write(&buffer)
    values[place] = .text(start..<buffer.bytes.count)
  }
}
