/// The fields of a payload by their numbers, each with its tag as it is stored.
package struct PayloadFields: Equatable, Sendable {
  /// Ascending.
  package private(set) var numbers: [Int] = []
  private var stored: [Int: [UInt8]] = [:]

  package init(of value: some PayloadCodable) {
    var writer = PayloadWriter()
    value.encode(into: &writer)
    // What was just written can be read.
    do { try self.init(writer.array) } catch { self.init() }
  }

  package init(_ bytes: [UInt8]) throws {
    self = try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try PayloadFields(&reader)
    }
  }

  init(_ reader: inout PayloadReader) throws(PayloadError) {
    while let (number, bytes) = try reader.nextStored() { put(number, self[number] + bytes) }
  }

  package init() {}

  /// Every occurrence of a field; empty when there is none.
  package subscript(number: Int) -> [UInt8] { stored[number] ?? [] }

  /// All fields, ascending.
  package var joined: [UInt8] { numbers.flatMap { self[$0] } }

  /// Sets every occurrence of a field; no bytes take it out.
  package mutating func put(_ number: Int, _ bytes: [UInt8]) {
    if bytes.isEmpty { return _ = take(number) }
    if stored.updateValue(bytes, forKey: number) == nil {
      numbers.insert(number, at: numbers.firstIndex { $0 > number } ?? numbers.count)
    }
  }

  /// Takes a field out.
  @discardableResult
  mutating func take(_ number: Int) -> [UInt8] {
    numbers.removeAll { $0 == number }
    return stored.removeValue(forKey: number) ?? []
  }
}
