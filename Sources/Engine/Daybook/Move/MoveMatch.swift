/// What a store has of what is moved into it, at one moment; it can follow what others write.
struct MoveMatch: Sendable {
  /// By the places of the parts in the plan.
  private var parts: [PartMatch]
  private let places: [EntityKey: Int]
  /// The positions, in the other store, of the events that this one has or must not get.
  private var had: Set<UInt64>
  /// The transactions that hold what was taken back since in the store that the parts leave.
  private(set) var stale: Set<UInt64> = []
  /// Those among them that hold other changes too, which must not go with it.
  private(set) var mixed: [UInt64] = []
  /// The newest transaction of the store then.
  private(set) var newest: UInt64
  /// How often a part was compared with what the store has.
  private(set) var comparisons: Int

  /// - Throws: `StoreError.notInSchema`; `expiredToken` where the store has purged some of it.
  init(_ plan: MovePlan, _ reader: borrowing Reader) throws {
    newest = try reader.newestNumber()
    var (parts, places, had) = ([PartMatch](), [EntityKey: Int](), Set<UInt64>())
    for (place, part) in plan.parts.enumerated() {
      places[try part.key(in: reader)] = place
      parts.append(try PartMatch(part, plan.form, reader))
      had.formUnion(parts[place].had)
    }
    (self.parts, self.places, self.had, comparisons) = (parts, places, had, parts.count)
    try findStale(reader)
  }

  private mutating func findStale(_ reader: borrowing Reader) throws {
    var undone: [UInt64: Int] = [:]
    for part in parts { undone.merge(part.undone) { $0 + $1 } }
    (stale, mixed) = (Set(undone.keys), [])
    for (number, count) in undone
    where try reader.transaction(number)?.positions.count != count {
      mixed.append(number)
    }
  }

  // MARK: Following

  /// Takes in what was written there since: the parts that it touches are compared anew, and no
  /// others. O(e) for e events since, and what those parts have.
  ///
  /// - Throws: as the initialiser.
  mutating func follow(_ plan: MovePlan, _ reader: borrowing Reader) throws {
    let now = try reader.newestNumber()
    guard now > newest else { return }
    var touched: Set<Int> = []
    for number in newest + 1...now {
      touched.formUnion(try reader.log.touched(number).compactMap { places[$0] })
    }
    newest = now
    if touched.isEmpty { return }
    for place in touched.sorted() {
      had.subtract(parts[place].had)
      parts[place] = try PartMatch(plan.parts[place], plan.form, reader)
      had.formUnion(parts[place].had)
    }
    comparisons += touched.count
    try findStale(reader)
  }

  /// Goes past a transaction of the move itself, which brings what `missing` has said.
  mutating func pass(_ number: UInt64) { newest = number }

  // MARK: What it says

  /// What has to be taken back there, before anything is added: what was taken back in the other
  /// store, and the transactions by which parts had left this one.
  var undos: [UInt64] { parts.reduce(stale) { $0.union($1.departures) }.sorted() }

  /// What the store lacks of a save.
  func missing(of save: MovedSave) -> [MovedEvent] {
    save.events.filter { !had.contains($0.position) }
  }

  /// The places of the parts whose state is moved and is not there.
  var unstated: [Int] { parts.indices.filter { parts[$0].isUnstated } }

  /// Whether the store lacks the state of a part, and nobody has changed it there.
  func lacksState(of place: Int) -> Bool {
    parts[place].isUnstated && parts[place].changer == nil
  }

  /// The first part that somebody has changed there, with the last transaction that did.
  var changed: (place: Int, transaction: UInt64)? {
    for (place, part) in parts.enumerated() {
      if let changer = part.changer { return (place, changer) }
    }
    return nil
  }

  /// Whether the store has all events of a part, at the same times, and no other.
  func isWhole(_ place: Int) -> Bool { parts[place].isWhole }
}
