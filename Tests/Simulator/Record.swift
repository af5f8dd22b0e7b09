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
    var reader = PayloadReader(bytes.span.bytes)
    var declared: HybridTime?
    while let field = try reader.next() {
      switch field {
      case 1: replica = ReplicaID(try reader.uuid())
      case 2: declared = try reader.message { try self.readHeader(from: &$0) }
      case 3: events.append(try reader.message { try Event(from: &$0) })
      default: break
      }
    }
    stamp = min(declared ?? time, time)
  }

  private mutating func readHeader(from reader: inout PayloadReader) throws -> HybridTime? {
    var declared: HybridTime?
    while let field = try reader.next() {
      switch field {
      case 1: sequence = try reader.uint()
      case 2: time = HybridTime(rawValue: try reader.fixed())
      case 7: declared = HybridTime(rawValue: try reader.fixed())
      default: break
      }
    }
    return declared
  }

  /// The transactions that it takes back.
  func targets() throws -> [Dot] {
    try events.filter { $0.kind == nil && $0.name == "daybook.retracted" }.map { event in
      var reader = PayloadReader(event.payload.span.bytes)
      var (replica, sequence) = (self.replica, UInt64(0))
      while let field = try reader.next() {
        switch field {
        case 1: replica = ReplicaID(try reader.uuid())
        case 2: sequence = try reader.uint()
        default: break
        }
      }
      return Dot(replica: replica, sequence: sequence)
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
  init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: version = try reader.uint()
      case 3: kind = try reader.string()
      case 4: entity = try reader.uuid()
      case 5: payload = try reader.bytes()
      default: break
      }
    }
  }
}
