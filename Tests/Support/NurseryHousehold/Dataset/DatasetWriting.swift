public import Daybook

/// How what is measured writes a data set.
public enum DatasetWriting {
  /// Appends events, `batch` a transaction, by the authors that `Dataset` says.
  ///
  /// - Parameter entries: at least one.
  /// - Throws: `StoreError`.
  public static func append(
    _ entries: [DatasetEntry], to store: EventStore, batch: Int, durability: Durability = .durable
  ) throws {
    let transactions = (entries.count + batch - 1) / batch
    for number in 1...transactions {
      let part = (number - 1) * batch..<min(number * batch, entries.count)
      let author = Dataset.author(of: number, among: transactions)
      try store.append(author: author, durability: durability) { draft in
        for index in part { try entries[index].append(to: &draft) }
      }
    }
    if durability == .bulk { try store.flush() }
  }

  /// Appends durable transactions of one event by so many tasks, each of which waits for its own.
  ///
  /// - Throws: `StoreError`.
  public static func append(
    _ steps: [HouseholdStep], to store: EventStore, callers: Int
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask {
          for index in stride(from: caller, to: steps.count, by: callers) {
            try await store.append(author: "Ada") { try steps[index].apply(to: &$0) }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
