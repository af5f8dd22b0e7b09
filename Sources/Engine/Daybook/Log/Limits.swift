/// What a transaction may hold at most.
///
/// The same for what is written here, comes from an inbox or from another store: a transaction is
/// never split, so one that is too large for others could never travel.
enum Limits {
  /// Bytes of a message.
  static let message = 1 << 20
  /// Events in a transaction.
  static let events = 4096
  /// Bytes of the name of an event or a kind, which has at least one.
  static let name = 200
  /// Bytes of an author, a context or a process.
  static let text = 1000
  /// Names of a store.
  static let names = 100_000
  /// Names that a replica may have brought.
  static let namesOfReplica = 10_000
  /// More bytes than a message has beside its events.
  static let envelope = 4096
  /// More bytes than an event has in a message beside its payload.
  static let event = 512

  static func checkMessage(_ bytes: Int) throws {
    if bytes <= message { return }
    throw StoreError(
      .tooLarge,
      "a transaction of \(bytes.counted("byte")) is beyond the limit of \(message); write it in several"
    )
  }

  static func checkEvents(_ count: Int) throws {
    if count <= events { return }
    throw StoreError(
      .tooLarge,
      "a transaction of \(count.counted("event")) is beyond the limit of \(events); write it in several"
    )
  }

  /// - Parameters:
  ///   - count: the names that there would be.
  ///   - brought: how many of them a replica would have brought.
  static func checkNames(_ count: Int, brought: Int) throws {
    if count <= names, brought <= namesOfReplica { return }
    let (found, most) = count > names ? (count, names) : (brought, namesOfReplica)
    let whose = count > names ? "a store" : "a replica"
    throw StoreError(
      .tooLarge,
      "\(found) names of kinds, types, authors, contexts and processes are beyond the limit of \(most) for \(whose); give things fewer names"
    )
  }

  static func checkName(_ text: String, _ what: String) throws {
    let count = text.utf8.count
    if 1...name ~= count { return }
    if count == 0 { throw StoreError(.invalidArgument, "\(what) is empty; give it a name") }
    throw StoreError(
      .tooLarge,
      "\(what) of \(count.counted("byte")) is beyond the limit of \(name); shorten it: \(text.prefix(40))…"
    )
  }

  /// By far most texts are short, which the caller sees without a call.
  @inline(__always)
  static func checkTexts(author: String?, context: String?, process: String?) throws {
    try checkText(author, "author")
    try checkText(context, "context")
    try checkText(process, "process")
  }

  @inline(__always)
  private static func checkText(_ value: String?, _ what: StaticString) throws {
    if let value, value.utf8.count > text { throw tooLong(value, what) }
  }

  private static func tooLong(_ value: String, _ what: StaticString) -> StoreError {
    StoreError(
      .tooLarge,
      "the \(what) of \(value.utf8.count.counted("byte")) is beyond the limit of \(text); shorten it: \(value.prefix(40))…"
    )
  }
}
