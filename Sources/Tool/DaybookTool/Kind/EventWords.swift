import Daybook

/// What stands in the log, in words.
struct EventWords<Screen: ToolScreen> {
  /// What happened, such as `feed 3f2a recorded: Noor, 2026-11-20 21:05: formula, 120 mL`.
  let words: String
  /// The beginning of the entity's id; nil for the engine's own events.
  let short: String?
  /// Kind in the words of the command line; nil for one that it does not know.
  let kind: String?
  let values: [String: JSON.Value]?

  init(_ event: History.Event, _ reader: borrowing Reader, _ screen: Screen) throws {
    guard !event.kind.isEmpty else {
      let targets = try reader.transactions(takenBackBy: event.transaction)
      let list = targets.map(String.init).joined(separator: ", ")
      words = event.type.name == "daybook.retracted" ? "takes back \(list)" : event.type.name
      (short, kind, values) = (nil, nil, nil)
      return
    }
    if let said = try SpaceWords(event, reader) {
      (words, short, kind, values) = (said.words, nil, SpaceWords.kind, said.json)
      return
    }
    guard let known = screen.kind(stored: event.kind) else {
      let payload = PayloadText(event.payload)
      let said = try screen.words(of: event, reader)
      words = said ?? "\(event.kind) \(event.type): \(payload.words)"
      (short, kind) = (IDPrefix.shortest(event.entity), nil)
      values = said == nil ? payload.json : nil
      return
    }
    let short = try reader.short(event.entity, screen)
    self.short = short
    kind = known.word
    guard let shown = known.shown(event, screen) else {
      let payload = PayloadText(event.payload)
      words = "\(event.type), of another version of the app: \(payload.words)"
      values = payload.json
      return
    }
    words = "\(known.word) \(shown.verb)" + (shown.words.isEmpty ? "" : ": \(shown.words)")
    values = shown.json
  }

  /// What a transaction did, in one line: up to three changes, or how many of which event.
  static func sentence(
    _ transaction: History.Transaction, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> String {
    if transaction.positions.count > 8 { return try counts(transaction, reader, screen) }
    let targets = try reader.transactions(takenBackBy: transaction.number)
    var parts: [String] = []
    if !targets.isEmpty {
      parts.append("takes back \(targets.map(String.init).joined(separator: ", "))")
    }
    parts += try statements(transaction, reader)
    let changes = try reader.shownChanges(in: transaction.number, screen)
    parts += try changes.prefix(3).map { try $0.sentence(reader, screen) }
    if changes.count > 3 { parts.append("and \(changes.count - 3) more") }
    if parts.isEmpty { parts = try unknown(transaction, reader, screen) }
    return parts.isEmpty ? "changes nothing" : parts.joined(separator: "; ")
  }

  /// What a transaction says about the space.
  private static func statements(
    _ transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> [String] {
    var found: [String] = []
    for position in transaction.positions {
      if let said = try SpaceWords(try reader.event(position), reader) {
        found.append(said.words)
      }
    }
    return found
  }

  /// The events of kinds that the tool does not list, such as the beginning of an import.
  private static func unknown(
    _ transaction: History.Transaction, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> [String] {
    var found: [String] = []
    for position in transaction.positions {
      let event = try reader.event(position)
      guard !event.kind.isEmpty, screen.kind(stored: event.kind) == nil else { continue }
      found.append(
        try screen.words(of: event, reader)
          ?? "\(event.kind) \(IDPrefix.shortest(event.entity)) \(event.type)")
    }
    return found.count > 3 ? found.prefix(3) + ["and \(found.count - 3) more"] : found
  }

  /// Such as `477 feeds recorded, 969 diapers recorded`.
  private static func counts(
    _ transaction: History.Transaction, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> String {
    var (order, counts): ([String], [String: Int]) = ([], [:])
    var names: [String: (one: String, many: String, verb: String)] = [:]
    for position in transaction.positions {
      let event = try reader.event(position)
      let key = event.type.name
      if counts[key] == nil { order.append(key) }
      counts[key, default: 0] += 1
      let verb = key.split(separator: ".").last.map(String.init) ?? key
      let known = screen.kind(stored: event.kind)
      names[key] =
        known.map { ($0.word, $0.plural, verb) } ?? screen.sumWords(ofStored: event.kind).map {
          ($0.one, $0.many, verb)
        } ?? ("event", "events", key)
    }
    return order.map { key in
      let (one, many, verb) = names[key] ?? ("event", "events", key)
      return "\(Measures.count(counts[key] ?? 0, one, many)) \(verb)"
    }.joined(separator: ", ")
  }
}
