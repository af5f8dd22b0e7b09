internal import Daybook

/// What a device wrote while it was offline.
struct Unsent: Sendable {
  let carer: Int
  let written: Int64
  let steps: [HouseholdStep]
  let undoable: [UUID]?
}

extension HouseholdIterator {
  /// The time that a carer's device shows now.
  mutating func deviceTime(_ carer: Int) -> Int64 {
    var skew = cast.skews[cast.carers[carer].device]
    if random.chance(0.002) { skew = random.integer(-5...5) * 3_600_000 }
    return min(now + skew, end)
  }

  /// Writes steps on the carer's device at the time that it shows.
  ///
  /// - Parameter undoable: the entries that the steps make, or nil when they are not to be undone.
  mutating func write(
    _ steps: [HouseholdStep], carer: Int, at time: Int64, undoable: [UUID]? = []
  ) {
    if cast.carers[carer].device == spell?.device {
      let written = max(time, (spell?.latest ?? time) + 1)
      spell?.latest = written
      spell?.kept.append(Unsent(carer: carer, written: written, steps: steps, undoable: undoable))
    } else {
      send(steps, carer: carer, at: time, stamp: nil, undoable: undoable)
    }
  }

  /// Ends the time without a connection; false when there was none.
  @discardableResult
  mutating func reconnect() -> Bool {
    guard let spell else { return false }
    self.spell = nil
    for unsent in spell.kept {
      let time = deviceTime(unsent.carer)
      // The store's clock may read a millisecond less, because it rounds towards zero.
      let stamp = HybridTime(milliseconds: min(unsent.written, max(newest, time) - 1))
      send(
        unsent.steps, carer: unsent.carer, at: time, stamp: stamp, undoable: unsent.undoable)
    }
    return true
  }

  private mutating func send(
    _ steps: [HouseholdStep], carer: Int, at time: Int64, stamp: HybridTime?, undoable: [UUID]?
  ) {
    count += 1
    newest = max(newest, time)
    if let undoable {
      let isUndo = if case .undo? = steps.first { true } else { false }
      recent.add(
        RecentTransaction(number: count, carer: carer, isUndo: isUndo, entries: undoable))
    }
    let carer = cast.carers[carer]
    outbox.append(
      HouseholdTransaction(
        author: carer.name, context: cast.devices[carer.device], wallTime: Self.date(time),
        stamp: stamp, steps: steps))
  }

  /// The instant of a number of milliseconds since 1970.
  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1000)
  }

  /// An identifier that sorts by `milliseconds`.
  mutating func makeID(_ milliseconds: Int64) -> UUID {
    .timeOrdered(milliseconds: UInt64(max(0, milliseconds)), using: &random)
  }
}
