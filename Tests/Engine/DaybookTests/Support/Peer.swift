import Daybook

/// Another replica, which may write what no engine writes: messages made by hand.
struct Peer {
  let replica: UUID
  private(set) var sequence: UInt64 = 0

  init(_ replica: UUID = UUID()) { self.replica = replica }

  /// An event of a message.
  enum Event {
    case pantry(PantryEvent, UUID)
    /// A transaction of a replica is taken back.
    case retraction(UUID, UInt64)
    /// An event of the engine with any name and payload.
    case engine(String, version: UInt64 = 1, [UInt8])
  }

  /// The message of the peer's next transaction, written at `time`.
  mutating func message(_ events: [Event], at time: HybridTime, author: String? = nil) -> [UInt8] {
    sequence += 1
    let sequence = sequence
    var writer = PayloadWriter(capacity: 1024)
    writer.uuid(1, replica)
    writer.message(2) { header in
      header.uint(1, sequence)
      header.fixed(2, time.rawValue)
      header.date(3, Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
      header.string(4, author)
    }
    for event in events { writer.message(3) { Self.write(event, &$0) } }
    writer.uuid(4, replica)
    return writer.array
  }

  private static func write(_ event: Event, _ writer: inout PayloadWriter) {
    switch event {
    case .pantry(let event, let id):
      writer.string(1, PantryEvent.types[event.typeIndex].name)
      writer.uint(2, 1)
      writer.string(3, PantryItem.kind)
      writer.uuid(4, id)
      writer.message(5) { event.encode(into: &$0) }
    case .retraction(let replica, let sequence):
      var target = PayloadWriter()
      target.uuid(1, replica)
      target.uint(2, sequence)
      write(.engine("daybook.retracted", target.array), &writer)
    case .engine(let name, let version, let payload):
      writer.string(1, name)
      writer.uint(2, version)
      writer.uuid(4, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
      payload.withUnsafeBytes { writer.bytes(5, $0) }
    }
  }
}

extension HybridTime {
  /// Some milliseconds after the moment at which a `TestClock` begins.
  static func later(_ milliseconds: Int64) -> HybridTime {
    HybridTime(milliseconds: 1_762_459_500_000 + milliseconds)
  }
}

extension EventStore {
  /// What `verify` finds wrong, as text; empty for a sound store.
  func complaints() throws -> [String] {
    try verify().checks.filter { !$0.isSound }.map { "\($0.name): \($0.detail)" }
  }
}
