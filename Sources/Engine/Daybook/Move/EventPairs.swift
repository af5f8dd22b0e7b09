internal import DaybookSnapshot

/// Pairs the events of an entity in two stores, one for one: of two that are equal each stands for
/// one of the other store.
struct EventPairs {
  /// What of the other store stands for nothing yet.
  private(set) var rest: [MovedEvent]

  init(_ there: [MovedEvent]) { rest = there }

  private struct Place: Hashable {
    let event: InboxEvent
    let time: HybridTime
  }

  /// Finds for each event the one of the other store, by the positions here.
  ///
  /// A move stamps an event with the place that it had. So that is how the other store has it,
  /// where it got it from this one, and the other way round. O(k).
  mutating func pair(_ here: [MovedEvent]) -> [UInt64: MovedEvent] {
    var found: [UInt64: MovedEvent] = [:]
    pair(here, \.time, \.stamp, &found)
    pair(here, \.stamp, \.time, &found)
    // What a frontier has moved since it was copied has another place, and the same stamp.
    pair(here, \.stamp, \.stamp, &found)
    return found
  }

  private mutating func pair(
    _ here: [MovedEvent], _ own: KeyPath<MovedEvent, HybridTime>,
    _ other: KeyPath<MovedEvent, HybridTime>, _ found: inout [UInt64: MovedEvent]
  ) {
    if rest.isEmpty || found.count == here.count { return }
    var (free, taken) = ([Place: [Int]](), Set<Int>())
    for (index, event) in rest.enumerated().reversed() {
      free[Place(event: event.event, time: event[keyPath: other]), default: []].append(index)
    }
    for event in here where found[event.position] == nil {
      let place = Place(event: event.event, time: event[keyPath: own])
      guard let index = free[place]?.popLast() else { continue }
      found[event.position] = rest[index]
      taken.insert(index)
    }
    rest = rest.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }
}
