#if Tools
import Daybook

/// An event of the log on a screen.
struct LogRow<Screen: ToolScreen> {
  let event: History.Event
  /// The place after it, for `--after`.
  let token: String
  private let transaction: History.Transaction
  private let writer: String?
  private let words: EventWords<Screen>

  init(
    _ event: History.Event, _ transaction: History.Transaction, _ token: String,
    _ reader: borrowing Reader, _ screen: Screen
  ) throws {
    self.event = event
    self.transaction = transaction
    self.token = token
    writer = try reader.writer(of: transaction)
    words = try EventWords(event, reader, screen)
  }

  /// The events of a transaction, oldest first, those of them that were skipped left out.
  static func rows(
    _ reader: borrowing Reader, _ transaction: History.Transaction, previous: History.Token,
    skipped: Int, limit: Int = .max, _ screen: Screen
  ) throws -> [LogRow] {
    try transaction.positions.dropFirst(skipped).prefix(limit).map { position in
      let place = LogPlace(after: position, in: transaction, previous: previous)
      return try LogRow(
        try reader.event(position), transaction, place.description, reader, screen)
    }
  }

  static func header(raw: Bool) -> [String] {
    ["event", "transaction", "when", "author", "id", raw ? "type and payload" : "what"]
  }

  func cells(_ screen: Screen, raw: Bool) -> [String] {
    let payload = Data(event.payload).base64EncodedString()
    let what = raw ? "\(event.type) \(payload)" : words.words
    return [
      "\(event.position)", "\(event.transaction)", screen.time(transaction.wallTime),
      writer ?? "–", words.short ?? "–",
      what + transaction.fate,
    ]
  }

  func json(raw: Bool) -> [String: JSON.Value] {
    var json: [String: JSON.Value] = [
      "position": JSON.Value(event.position), "transaction": JSON.Value(event.transaction),
      "token": .text(token), "author": JSON.Value(transaction.author),
      "type": .text(event.type.name), "typeVersion": .int(event.type.version),
      "kind": JSON.Value(words.kind), "storedKind": .text(event.kind),
      "id": JSON.Value(event.kind.isEmpty ? nil : event.entity), "short": JSON.Value(words.short),
      "words": .text(words.words), "isRetracted": JSON.Value(transaction.isRetracted),
      "isVoid": JSON.Value(transaction.isVoid),
      "values": words.values.map { .object($0) } ?? .null,
    ].with("when", transaction.wallTime)
    if raw { json["payload"] = .text(Data(event.payload).base64EncodedString()) }
    return json
  }
}
#endif
