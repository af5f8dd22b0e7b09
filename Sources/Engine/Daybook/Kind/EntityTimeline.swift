/// The events of an entity in canonical order, and which of them count after each transaction that
/// touches it.
///
/// What has not changed need not be folded again: events that arrive in canonical order, as most
/// do, are folded once each. One that arrives late, or is taken back, has those after it folded
/// anew.
struct EntityTimeline {
  /// The transactions that touch the entity, in order of arrival.
  let transactions: [UInt64]
  /// What the entity was when its older events were purged.
  let base: StoredEntity?
  private(set) var items: [Refold.Item]
  /// The end of those that have arrived.
  private var end = 0
  /// The places of each transaction's events.
  private var places: [UInt64: [Int]] = [:]
  private var hasArrived: Set<UInt64> = []
  private var retractions: RetractionGraph

  init(_ log: LogReader, _ key: EntityKey) throws {
    base = try log.baseline(key)
    let last = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
    items = try Refold.sorted(log, key, from: last, through: base)
    transactions = try log.transactions(touching: key)
    retractions = try RetractionGraph(transactions, log)
    for place in items.indices {
      items[place].isRetracted = true  // until it arrives
      places[items[place].transaction, default: []].append(place)
    }
  }

  /// Takes in the next transaction. Returns the places to fold; before them all is as it was, and
  /// none after them has arrived.
  mutating func advance(to number: UInt64) -> Range<Int> {
    var first = end
    hasArrived.insert(number)
    for changed in retractions.arrive(number) + [number] where hasArrived.contains(changed) {
      let isRetracted = retractions.isRetracted(changed)
      for place in places[changed] ?? [] {
        items[place].isRetracted = isRetracted
        first = min(first, place)
        end = max(end, place + 1)
      }
    }
    return first..<end
  }
}
