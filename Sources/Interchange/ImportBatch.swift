internal import Daybook

/// What is to be appended, in transactions of a bounded size.
struct ImportBatch: Sendable {
  /// Events in one transaction.
  static let size = 1_000

  private(set) var writes: [@Sendable (inout Draft) throws -> Void] = []

  mutating func add(_ write: @escaping @Sendable (inout Draft) throws -> Void) {
    writes.append(write)
  }

  /// Appends everything, and waits for the disk once, at the end.
  ///
  /// Entries carry the earliest stamp: what a person wrote, whenever, comes after what a file says.
  func commit(
    to store: EventStore, context: String, progress: @Sendable (Int, Int) -> Void
  ) async throws {
    var rest = writes[...]
    while !rest.isEmpty {
      let chunk = Array(rest.prefix(Self.size))
      rest = rest.dropFirst(Self.size)
      try await store.append(
        context: context, stamp: .distantPast, durability: rest.isEmpty ? .durable : .bulk
      ) { draft in
        for write in chunk { try write(&draft) }
      }
      progress(writes.count - rest.count, writes.count)
    }
  }
}
