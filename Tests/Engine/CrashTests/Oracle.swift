import Daybook
import crashwriter

/// Reads the log event by event and folds it by definition, without the engine's entities.
struct Oracle {
  /// One transaction as the log holds it.
  struct Entry {
    let number: UInt64
    var events: [(id: UUID, event: CounterEvent)] = []
    var retracts: UInt64?

    /// What is wrong with it as a whole; nil when it is complete.
    var flaw: String? {
      if retracts != nil { return events.isEmpty ? nil : "\(number) undoes and does" }
      for (index, entry) in events.enumerated() {
        let mark = entry.event.mark
        if mark.count != events.count || mark.index != index
          || mark.value != events[0].event.mark.value
        {
          return "\(number) has \(events.count) events, and at \(index) is \(mark)"
        }
      }
      return events.isEmpty ? "\(number) is empty" : nil
    }
  }

  private(set) var entries: [Entry] = []

  /// Reads the transactions after the last that is here.
  mutating func read(_ reader: borrowing Reader) throws {
    while let transaction = try reader.transaction(UInt64(entries.count) + 1) {
      var entry = Entry(number: transaction.number)
      for position in transaction.positions {
        let event = try reader.event(position)
        try event.payload.withUnsafeBytes { bytes in
          var payload = PayloadReader(bytes.bytes)
          if let sort = CounterEvent.types.firstIndex(of: event.type) {
            entry.events.append((event.entity, try CounterEvent.decode(sort, from: &payload)))
          } else {
            entry.retracts = try Self.target(&payload)
          }
        }
      }
      entries.append(entry)
    }
  }

  /// The sequence that a retraction names; this store has one replica, so it is the number.
  private static func target(_ payload: inout PayloadReader) throws -> UInt64? {
    var sequence: UInt64?
    while let field = try payload.next() {
      if field == 2 { sequence = try payload.uint() }
    }
    return sequence
  }

  /// The counters there are: retractions from the newest to the oldest, then a fold in order.
  func counters() -> [UUID: Counter] {
    var retracted: Set<UInt64> = []
    for entry in entries.reversed() where !retracted.contains(entry.number) {
      if let target = entry.retracts { retracted.insert(target) }
    }
    var states: [UUID: Counter] = [:]
    for entry in entries where !retracted.contains(entry.number) {
      for (id, event) in entry.events { states[id] = event.applied(to: states[id]) }
    }
    return states.filter { !$0.value.isDeleted }
  }
}
