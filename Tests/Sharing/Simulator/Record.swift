import Daybook

/// A transaction, read from its message by hand.
struct Record {
  struct Event {
    var kind: String?
    var name = ""
    var version: UInt64 = 1
    var entity = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var payload: [UInt8] = []
  }

  let bytes: [UInt8]
  private(set) var replica = ReplicaID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  private(set) var sequence: UInt64 = 0
  /// When it was written, and the time of its place in the order, by the hybrid logical clock.
  private(set) var time = HybridTime.distantPast
  private(set) var stamp = HybridTime.distantPast
  private(set) var events: [Event] = []
  /// What its writer had when it was written.
  var seen: VersionVector?

  var dot: Dot { Dot(replica: replica, sequence: sequence) }

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let message = try WireMessage(bytes)
    replica = message.replica(1) ?? replica
    let header = try WireMessage(message.bytes(2) ?? [])
    sequence = header.uint(1) ?? 0
    time = HybridTime(rawValue: header.uint(2) ?? 0)
    stamp = min(header.uint(7).map(HybridTime.init(rawValue:)) ?? time, time)
    events = try message.all(3).map { try Event($0) }
  }

  /// The transactions that it takes back.
  func targets() throws -> [Dot] {
    try events.filter { $0.kind == nil && $0.name == "daybook.retracted" }.map { event in
      let target = try WireMessage(event.payload)
      return Dot(replica: target.replica(1) ?? replica, sequence: target.uint(2) ?? 0)
    }
  }

  /// Whether it was written before another one: the order of what takes back, and of statements.
  func precedes(_ other: Record) -> Bool {
    if time != other.time { return time < other.time }
    if replica != other.replica { return replica < other.replica }
    return sequence < other.sequence
  }
}

extension Record.Event {
  fileprivate init(_ bytes: [UInt8]) throws {
    let event = try WireMessage(bytes)
    name = event.string(1) ?? ""
    version = event.uint(2) ?? 1
    kind = event.string(3)
    entity = event.uuid(4) ?? entity
    payload = event.bytes(5) ?? []
  }
}
