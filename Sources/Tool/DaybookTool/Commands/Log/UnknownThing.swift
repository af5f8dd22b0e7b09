#if Tools
import Daybook

/// A thing of a kind that the tool does not know: its events as they lie in the log.
struct UnknownThing {
  let kind: String
  let id: UUID
  private(set) var events: [History.Event]

  /// Such as `item 3f2a9c01: item.added v1, item.bought v1`.
  var sentence: String {
    let names = events.map { "\($0.type)" }
    let list =
      names.count > 6
      ? "\(names.prefix(6).joined(separator: ", ")) and \(names.count - 6) more events"
      : names.joined(separator: ", ")
    return "\(kind) \(IDPrefix.shortest(id)): \(list)"
  }

  func json(_ rows: [[String: JSON.Value]]? = nil) -> [String: JSON.Value] {
    [
      "id": .text(id.uuidString), "short": .text(IDPrefix.shortest(id)), "kind": .text(kind),
      "change": .null, "fields": .list([]), "before": .null, "after": .null,
      "events": .list(events.map { .text("\($0.type)") }),
    ]
  }

  /// Prints each event with the fields of its payload.
  func print<Tool: StoreTool>(
    _ reader: borrowing Reader, _ screen: Tool.Screen, _ arguments: StoreArguments<Tool>
  ) throws {
    var table = TextTable(["event", "transaction", "when", "author", "what"], right: [0, 1])
    var rows: [[String: JSON.Value]] = []
    for event in events {
      let transaction = try reader.transaction(event.transaction)
      let writer = try transaction.flatMap { try reader.writer(of: $0) }
      let payload = PayloadText(event.payload)
      table.add([
        "\(event.position)", "\(event.transaction)",
        transaction.map { screen.time($0.wallTime) } ?? "–", writer ?? "–",
        "\(event.type): \(payload.words)" + (transaction?.fate ?? ""),
      ])
      rows.append(
        [
          "position": JSON.Value(event.position), "number": JSON.Value(event.transaction),
          "author": JSON.Value(transaction?.author), "type": .text(event.type.name),
          "typeVersion": .int(event.type.version), "value": .object(payload.json),
          "isRetracted": JSON.Value(transaction?.isRetracted),
        ].with("when", transaction?.wallTime))
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "versions", rows, with: ["id": .text(id.uuidString), "kind": .text(kind)])
    }
    table.print()
    Terminal.line(screen.zoneLegend)
  }

  mutating func add(_ event: History.Event) { events.append(event) }
}

extension Reader {
  /// The one thing of an unknown kind with such an id; nil for none. Goes through the log.
  ///
  /// - Throws: ``NameError`` for several.
  func unknownThing<Screen: ToolScreen>(
    _ text: String, _ screen: Screen
  ) throws -> UnknownThing? {
    guard let prefix = IDPrefix(text) else { return nil }
    let found = try unknownThings(positions: 0..<UInt64.max, screen) { prefix.matches($0) }
    guard let first = found.first, found.count > 1 else { return found.first }
    throw NameError(
      "\(text) stands for \(found.count) ids: \(first.kind) \(first.id), "
        + "\(found[1].kind) \(found[1].id)…; give more digits")
  }

  /// What has events of unknown kinds between two places. Goes through the log.
  func unknownThings<Screen: ToolScreen>(
    from: History.Token, to: History.Token, _ screen: Screen
  ) throws -> [UnknownThing] {
    let (first, last) = (min(from, to).number, max(from, to).number)
    var positions: Range<UInt64>?
    for transaction in try transactions(after: min(from, to), limit: .max) {
      if transaction.number > last { break }
      if transaction.number <= first || transaction.positions.isEmpty { continue }
      let start = positions?.lowerBound ?? transaction.positions.lowerBound
      positions = start..<transaction.positions.upperBound
    }
    return try positions.map { try unknownThings(positions: $0, screen) { _ in true } } ?? []
  }

  private func unknownThings<Screen: ToolScreen>(
    positions: Range<UInt64>, _ screen: Screen, where isMeant: (UUID) -> Bool
  ) throws -> [UnknownThing] {
    var places: [UUID: Int] = [:]
    var things: [UnknownThing] = []
    try replay { stored in
      guard positions.contains(stored.position), isMeant(stored.entity) else { return }
      let kind = try stored.kind()
      guard !kind.isEmpty, kind != SpaceStatement.kind, screen.kind(stored: kind) == nil,
        screen.sumWords(ofStored: kind) == nil
      else { return }
      let event = try event(stored.position)
      if let place = places[event.entity] {
        things[place].add(event)
      } else {
        places[event.entity] = things.count
        things.append(UnknownThing(kind: kind, id: event.entity, events: [event]))
      }
    }
    return things
  }
}
#endif
