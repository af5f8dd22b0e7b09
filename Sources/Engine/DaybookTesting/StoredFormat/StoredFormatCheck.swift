public import Daybook

/// Makes sure that an app still stores what it stored when it was released.
///
/// It writes an example log and notes names, versions, fields, payloads and the digest of each
/// projection's rows in a text file, which belongs into the app's repository. Later runs compare,
/// and read the payloads of the file with the types of today.
///
/// ```swift
/// let check = StoredFormatCheck(schema: schema, transactions: example)
/// let differences = try check.differences(from: "Tests/StoredFormat.txt")
/// #expect(differences == [])
/// ```
/// It knows what the example holds: let it write every type of event, each case and each field.
/// States and rows are looked at after each transaction, so that it may remove things again.
public struct StoredFormatCheck: Sendable {
  private let schema: Schema
  private let transactions: [@Sendable (inout Draft) throws -> Void]

  /// A check with an example, each of whose closures is one transaction.
  ///
  /// Let it append the same events at each run: fixed identifiers, no clock, no random numbers.
  public init(schema: Schema, transactions: [@Sendable (inout Draft) throws -> Void]) {
    self.schema = schema
    self.transactions = transactions
  }

  /// What differs from the file, in plain words with what to raise; empty when nothing does.
  ///
  /// Makes the file when there is none. Delete it to have it written anew, after you have seen that
  /// what older versions of the app stored can still be read.
  ///
  /// - Throws: what an example's closure throws, or reading and writing the file.
  public func differences(from path: String) throws -> [String] {
    let (store, format) = try filledStore()
    let now = StoredFormatText(format)
    guard FileManager.default.fileExists(atPath: path) else {
      try now.text.write(toFile: path, atomically: true, encoding: .utf8)
      return []
    }
    let then = StoredFormatText(text: try String(contentsOfFile: path, encoding: .utf8))
    return StoredFormatComparison(then: then, now: now) { type, kind, payload in
      try StoredFormat.read(type, of: kind, payload, by: store)
    }.differences
  }

  /// A store with the example, and what it held after each transaction.
  private func filledStore() throws -> (EventStore, StoredFormat) {
    let clock = TestClock()
    let store = try EventStore.temporary(schema: schema, options: clock.options)
    var format = try StoredFormat(of: store, schema)
    for transaction in transactions {
      clock.advance(by: 1)
      try store.append(durability: .relaxed, transaction)
      var next = try StoredFormat(of: store, schema)
      next.add(earlier: format)
      format = next
    }
    return (store, format)
  }
}
