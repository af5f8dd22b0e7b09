internal import Daybook

/// What is to be appended, in transactions of a bounded size.
struct ImportBatch: Sendable {
  /// Events in one transaction, unless they are too large together.
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
    var (rest, size) = (writes[...], Self.size)
    while !rest.isEmpty {
      let chunk = Array(rest.prefix(size))
      do {
        try await store.append(
          context: context, stamp: .distantPast,
          durability: chunk.count == rest.count ? .durable : .bulk
        ) { draft in
          for write in chunk { try write(&draft) }
        }
      } catch let error as StoreError where error.code == .tooLarge && chunk.count > 1 {
        // Entries with long notes: as many as fit.
        size = chunk.count / 2
        continue
      }
      (rest, size) = (rest.dropFirst(chunk.count), Self.size)
      progress(writes.count - rest.count, writes.count)
    }
  }
}
