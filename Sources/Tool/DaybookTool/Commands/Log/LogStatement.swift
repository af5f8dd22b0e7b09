#if Tools
import Daybook

/// What a transaction says that is about no thing: what it takes back, or who is in the space.
struct LogStatement {
  let transaction: UInt64
  /// Such as `takes back 3`, or `Ada enrolled Ben as writer (device 1a99d542)`.
  let words: String
  private let kind: String?
  private var events: [String] = []

  init<Screen: ToolScreen>(_ event: History.Event, _ words: EventWords<Screen>) {
    transaction = event.transaction
    self.words = words.words
    kind = words.kind
    add(event)
  }

  /// Such as `transaction 4: takes back 3`.
  var sentence: String { "transaction \(transaction): \(words)" }

  /// As a change is printed, with the transaction and the words beside it.
  var json: [String: JSON.Value] {
    [
      "id": .null, "short": .null, "kind": JSON.Value(kind), "change": .null,
      "fields": .list([]), "before": .null, "after": .null, "events": JSON.Value(events),
      "transaction": JSON.Value(transaction), "words": .text(words),
    ]
  }

  mutating func add(_ event: History.Event) { events.append("\(event.type)") }
}
#endif
