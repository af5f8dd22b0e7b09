import Daybook

/// Views as they were after a transaction, from a private copy of the store: an app that writes to
/// it is not held up while they are built.
///
/// The copy is made when somebody first asks, and anew for a transaction that it lacks. It goes
/// when nobody has asked for a while, with its file, which is as large as the store, and the pages
/// of it that are in memory. The last four answers are kept.
actor PastKeeper {
  /// Which rows somebody asks for.
  struct Question: Hashable, Sendable {
    let view: String
    let table: String
    let number: UInt64
    let after: [UInt8]?
    let limit: Int
  }

  private static let limit = 4
  /// As long as somebody may look at a page and then move the slider.
  private static let patience = Duration.seconds(30)

  private let store: EventStore
  private var copy: (store: EventStore, newest: UInt64)?
  private var known: [(question: Question, rows: [UntypedRow])] = []
  private var rest: Task<Void, any Error>?

  init(_ store: EventStore) { self.store = store }

  /// The rows that a table had, in key order.
  ///
  /// - Throws: `StoreError.notInSchema` for a view of which nobody knows the handlers.
  func rows(_ question: Question) async throws -> [UntypedRow] {
    if let found = known.first(where: { $0.question == question }) { return found.rows }
    rest?.cancel()
    defer { restLater() }
    let copy = try await copy(with: question.number)
    let rows = try await Waiting.value {
      guard let token = try copy.read({ try $0.transaction(question.number)?.token }) else {
        throw InspectorError.missing("transaction \(question.number) was purged")
      }
      return try copy.read(asOf: token) { reader in
        try reader.rows(
          ofView: question.view, table: question.table, after: question.after,
          limit: question.limit)
      }
    }
    if known.count >= Self.limit { known.removeFirst() }
    known.append((question, rows))
    return rows
  }

  /// Lets the copy go, unless somebody asks before.
  private func restLater() {
    rest?.cancel()
    rest = Task { [weak self] in
      try await Task.sleep(for: Self.patience)
      await self?.letGo()
    }
  }

  private func letGo() { copy = nil }

  private func copy(with number: UInt64) async throws -> EventStore {
    if let copy, copy.newest >= number { return copy.store }
    let made = try await Waiting.value { [store] in
      let made = try store.privateCopy()
      return (made, try made.read { try $0.token().number })
    }
    copy = made
    return made.0
  }
}
