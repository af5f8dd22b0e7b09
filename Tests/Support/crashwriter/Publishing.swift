package import Daybook
internal import DaybookSnapshot

/// Drops events into an inbox, takes them in and publishes what they lead to, over and over.
struct Publishing {
  let store: EventStore
  let path: String

  func run() throws {
    let inbox = InboxFolder(path: "\(path)/inbox")
    let publisher = SnapshotPublisher(
      store: store, builder: CounterFiles(), folder: "\(path)/files")
    var round = 0
    while true {
      let id = CounterFiles.counter(round % 5)
      let sort: CounterEvent.Sort =
        round < 5 || round % 7 == 6 ? .opened : round % 7 == 5 ? .closed : .added
      try inbox.drop(Self.event(sort, Int64(round), id))
      Output.line("dropped \(round)")
      try store.ingest(inbox: inbox.path)
      try publisher.update()
      round += 1
    }
  }

  private static func event(
    _ sort: CounterEvent.Sort, _ value: Int64, _ id: UUID
  ) -> InboxEvent {
    var payload = InboxPayload()
    payload.int(1, value)
    payload.int(2, 0)
    payload.int(3, 1)
    payload.string(4, "board")
    return InboxEvent(
      CounterEvent.types[sort.rawValue].name, kind: Counter.kind, entity: id,
      payload: payload.bytes)
  }
}

/// One file for each counter: its value, line after line, so that half a file shows.
package struct CounterFiles: SnapshotBuilder {
  package let name = "crash.counters"
  package let revision = 1

  /// How many lines a file has.
  private let lines: Int

  package init(lines: Int = 4_000) { self.lines = lines }

  /// One of five counters.
  package static func counter(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  /// The content of a file.
  package static func content(_ value: Int64, lines: Int = 4_000) -> [UInt8] {
    Array(String(repeating: "\(value)\n", count: lines).utf8)
  }

  package func files(_ reader: borrowing Reader) throws -> [String] {
    var names: [String] = []
    for id in (0..<5).map(Self.counter) where try reader.entity(Counter.self, id) != nil {
      names.append(id.uuidString)
    }
    return names
  }

  package func files(concerning entity: EntityReference, _ reader: borrowing Reader) -> [String] {
    [entity.id.uuidString]
  }

  package func build(
    _ file: String, _ reader: borrowing Reader, now: Date
  ) throws -> SnapshotContent? {
    guard let id = UUID(uuidString: file), let counter = try reader.entity(Counter.self, id)
    else { return nil }
    return SnapshotContent(
      Self.content(counter.value, lines: lines), dependsOn: [EntityReference(Counter.self, id)])
  }
}
