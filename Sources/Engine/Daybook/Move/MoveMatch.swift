/// What a store has of what is moved into it, at one moment.
struct MoveMatch: Sendable {
  /// The saves of the plan, as far as the store lacks them.
  private(set) var missing: [MovedSave] = []
  /// The transactions by which parts had left the store.
  private(set) var departures: Set<UInt64> = []
  /// Those that hold what was taken back since in the store that the parts leave.
  private(set) var stale: Set<UInt64> = []
  /// Those among them that hold other changes too, which must not go with it.
  private(set) var mixed: [UInt64] = []
  /// The places of the parts of which it has all events, at the same times, and no other.
  private(set) var whole: Set<Int> = []
  /// The places of the parts whose state is moved and is not there.
  private(set) var unstated: Set<Int> = []
  /// Those of them that somebody has changed there, with the last transaction that did.
  private(set) var changed: [Int: UInt64] = [:]
  /// The newest transaction of the store then.
  let newest: UInt64

  /// The positions, in the other store, of the events that this one has or must not get.
  private var had: Set<UInt64> = []
  /// How many events of a transaction were taken back in the other store.
  private var undone: [UInt64: Int] = [:]

  /// What has to be taken back there, before anything is added.
  var undos: [UInt64] { departures.union(stale).sorted() }

  /// - Throws: `StoreError.notInSchema`; `expiredToken` where the store has purged some of it.
  init(_ plan: MovePlan, _ reader: borrowing Reader) throws {
    newest = try reader.newestNumber()
    for (place, part) in plan.parts.enumerated() {
      if try part.mustStay(out: reader) {
        had.formUnion(part.events.map(\.position))
      } else if part.statement == nil {
        try match(part, place, plan.form, reader)
      } else if try !part.isSame(in: reader) {
        unstated.insert(place)
        changed[place] = try part.changer(in: reader)
      }
    }
    missing = plan.saves.compactMap { save in
      var save = save
      save.events.removeAll { had.contains($0.position) }
      return save.events.isEmpty ? nil : save
    }
    for (number, count) in undone {
      stale.insert(number)
      if try reader.transaction(number)?.positions.count != count { mixed.append(number) }
    }
  }

  /// Compares the events of a part.
  private mutating func match(
    _ part: MovedPart, _ place: Int, _ form: MoveForm, _ reader: borrowing Reader
  ) throws {
    let there = try MovedEvent.all(of: part.entity, part.id, reader).filter(\.counts)
    let counting = part.events.filter(\.counts)
    var pairs = EventPairs(there)
    let found = pairs.pair(counting)
    had.formUnion(found.keys)
    let old = pairs.pair(part.events.filter { !$0.counts })
    for event in old.values { undone[event.transaction, default: 0] += 1 }
    if old.isEmpty, pairs.rest.isEmpty, found.count == counting.count,
      counting.allSatisfy({ found[$0.position]?.time == $0.time })
    {
      whole.insert(place)
    }
    // The store got its state, and only what was written since is new.
    if part.role == .absent, form == .state, let last = there.last {
      had.formUnion(counting.filter { $0.time < last.time }.map(\.position))
    }
    if part.role == .leaves, !pairs.rest.isEmpty, try !part.isSeen(in: reader) {
      let rest = Set(pairs.rest.map(\.transaction))
      departures.formUnion(
        try Departure.all(of: part.entity, part.id, there, among: rest, reader))
    }
  }

  /// What it lacks of a save.
  func missing(of save: MovedSave) -> [MovedEvent] {
    missing.first { $0.transaction == save.transaction }?.events ?? []
  }
}
