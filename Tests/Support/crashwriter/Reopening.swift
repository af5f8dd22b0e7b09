import Daybook

/// Appends for ever, says what was acknowledged, and opens the store anew when it was replaced.
enum Reopening {
  static func run(_ path: String) -> Never {
    while true {
      do {
        let store = try EventStore.open(at: path, schema: Boards().schema)
        defer { try? store.close() }
        while true { try append(to: store) }
      } catch let error as StoreError where error.code == .replaced {
        Output.line("again \(error.code)")
      } catch {
        Output.fail(error)
      }
    }
  }

  private static func append(to store: EventStore) throws {
    let id = UUID()
    let token = try store.append(durability: .relaxed) { draft in
      try draft.append(CounterEvent(.noted, Mark(value: 1)), to: id)
    }
    Output.line("ack \(token.number) \(id) 1")
  }
}
