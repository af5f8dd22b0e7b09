/// The fields of a payload by their numbers, each with its tag as it is stored.
@usableFromInline package struct PayloadFields: Equatable, Sendable {
  /// Ascending.
  package private(set) var numbers: [Int] = []
  private var stored: [Int: [UInt8]] = [:]

  package init(of value: some PayloadCodable) {
    var writer = PayloadWriter()
    value.encode(into: &writer)
    self.init(own: writer.array)
  }

  /// The fields of what was just written, which can be read.
  init(own bytes: [UInt8]) {
    do { try self.init(bytes) } catch { self.init() }
  }

  package init(_ bytes: [UInt8]) throws {
    var reader = PayloadReader(bytes.span.bytes)
    while let (number, bytes) = try reader.nextStored() { put(number, self[number] + bytes) }
  }

  package init() {}

  /// Every occurrence of a field; empty when there is none.
  package subscript(number: Int) -> [UInt8] { stored[number] ?? [] }

  /// All fields, ascending.
  package var joined: [UInt8] { numbers.flatMap { self[$0] } }

  /// Sets every occurrence of a field; no bytes take it out.
  package mutating func put(_ number: Int, _ bytes: [UInt8]) {
    if bytes.isEmpty {
      numbers.removeAll { $0 == number }
      stored[number] = nil
      return
    }
    if stored.updateValue(bytes, forKey: number) == nil {
      numbers.insert(number, at: numbers.firstIndex { $0 > number } ?? numbers.count)
    }
  }
}
