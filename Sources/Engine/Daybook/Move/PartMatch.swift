/// What a store has of one part of what is moved into it, at one moment.
struct PartMatch: Sendable {
  /// The positions, in the other store, of the events that this one has or must not get.
  private(set) var had: Set<UInt64> = []
  /// How many events of a transaction were taken back in the other store.
  private(set) var undone: [UInt64: Int] = [:]
  /// The transactions by which it had left the store.
  private(set) var departures: Set<UInt64> = []
  /// Whether the store has all of its events, at the same times, and no other.
  private(set) var isWhole = false
  /// Whether its state is moved and is not there.
  private(set) var isUnstated = false
  /// The last transaction of somebody who has changed there what is moved by its state.
  private(set) var changer: UInt64?

  /// - Throws: `StoreError.notInSchema`; `expiredToken` where the store has purged some of it.
  init(_ part: MovedPart, _ form: MoveForm, _ reader: borrowing Reader) throws {
    if try part.mustStay(out: reader) {
      had = Set(part.events.map(\.position))
    } else if part.statement == nil {
      try match(part, form, reader)
    } else if try !part.isSame(in: reader) {
      isUnstated = true
      changer = try part.changer(in: reader)
    }
  }

  /// Compares its events.
  private mutating func match(
    _ part: MovedPart, _ form: MoveForm, _ reader: borrowing Reader
  ) throws {
    let there = try MovedEvent.all(of: part.entity, part.id, reader).filter(\.counts)
    let counting = part.events.filter(\.counts)
    var pairs = EventPairs(there)
    let found = pairs.pair(counting)
    had.formUnion(found.keys)
    let old = pairs.pair(part.events.filter { !$0.counts })
    for event in old.values { undone[event.transaction, default: 0] += 1 }
    isWhole =
      old.isEmpty && pairs.rest.isEmpty && found.count == counting.count
      && counting.allSatisfy { found[$0.position]?.time == $0.time }
    // The store got its state, and only what was written since is new.
    if part.role == .absent, form == .state, let last = there.last {
      had.formUnion(counting.filter { $0.time < last.time }.map(\.position))
    }
    if part.role == .leaves, !pairs.rest.isEmpty, try !part.isSeen(in: reader) {
      let rest = Set(pairs.rest.map(\.transaction))
      departures = Set(try Departure.all(of: part.entity, part.id, there, among: rest, reader))
    }
  }
}
