internal import Daybook
internal import DaybookTesting
internal import Nursery

/// Makes the transactions of a `Household` one after another.
public struct HouseholdIterator: IteratorProtocol, Sendable {
  /// Something that will be written soon.
  struct Plan: Sendable {
    enum Deed: Sendable {
      case finish(feed: UUID, baby: Int, offer: Offer)
      case bottle(FeedSession)
    }

    let time: Int64
    let carer: Int
    let deed: Deed
  }

  /// A device without a connection, and what it keeps to itself meanwhile.
  struct Spell: Sendable {
    let device: Int
    let since: Int64
    let until: Int64
    /// The latest time that the device knows of; what it writes comes after it.
    var latest: Int64
    var kept: [Unsent] = []
  }

  let profile: HouseholdProfile
  let cast: HouseholdCast
  let end: Int64
  var random: SeededGenerator
  /// Events that are not planned yet.
  var budget: Int
  /// The true time, in milliseconds since 1970.
  var now: Int64
  var babies: [UUID] = []
  var isFeeding: [Bool] = []
  var plans: [Plan] = []
  var spell: Spell?
  var recent = RecentWork()
  var outbox: [HouseholdTransaction] = []
  /// How many transactions came in so far.
  var count: UInt64 = 0
  /// The latest time of those.
  var newest = Int64.min
  private var nextDeed: Int64
  private var burst = 0

  init(_ household: Household) {
    profile = household.profile
    random = SeededGenerator(seed: household.seed)
    cast = HouseholdCast(household.profile, &random)
    end = Int64((household.end.timeIntervalSince1970 * 1000).rounded(.down))
    budget = household.events
    // About one event in fourteen is not an entry of its own.
    let pace = 86_400_000 * 14 / Int64(profile.entriesPerDay * cast.babies.count * 15)
    now = end - Int64(household.events) * pace
    nextDeed = now
  }

  /// The next transaction; nil when all events are out.
  public mutating func next() -> HouseholdTransaction? {
    while outbox.isEmpty {
      guard step() else { return nil }
    }
    return outbox.removeFirst()
  }

  /// Lets one thing happen; false when nothing is left.
  private mutating func step() -> Bool {
    if babies.isEmpty { return settleIn() }
    let plan = plans.indices.min { plans[$0].time < plans[$1].time }
    if budget == 0 {
      guard let plan else { return reconnect() }
      perform(plans.remove(at: plan))
    } else if let plan, plans[plan].time <= nextDeed {
      perform(plans.remove(at: plan))
    } else {
      move(to: nextDeed)
      act()
      nextDeed = min(end, now + pause())
    }
    return true
  }

  /// Lets time pass; a device that comes back brings what it has first.
  private mutating func move(to time: Int64) {
    now = max(now, min(time, end))
    if let spell, spell.until <= now { reconnect() }
  }

  private mutating func perform(_ plan: Plan) {
    move(to: plan.time)
    switch plan.deed {
    case .finish(let feed, let baby, let offer): finish(feed, baby, offer, carer: plan.carer)
    case .bottle(let feed): log(feed, carer: plan.carer)
    }
  }

  /// Milliseconds to the next deed. The rest of the period is shared among the rest of the events.
  private mutating func pause() -> Int64 {
    if burst > 0 {
      burst -= 1
      return random.integer(60_000...360_000)
    }
    let hour = (now / 3_600_000 + 1) % 24
    let isNight = hour >= 22 || hour < 6
    if random.chance(isNight ? 0.5 : 0.1) { burst = 1 + random.index(3) }
    // Bursts of two in the mean after half of the deeds at night leave 1.4 deeds to each pause.
    let mean = Double(end - now) / Double(max(1, budget)) * 1.4
    return Int64(mean * random.exponential())
  }

  /// One of the things that happen in a household.
  private mutating func act() {
    if spell == nil, cast.devices.count > 1, random.chance(profile.offlineSpells) {
      let length = random.integer(3_600_000...32_400_000)
      spell = Spell(
        device: random.index(cast.devices.count), since: now, until: now + length, latest: newest)
    }
    let carer = random.index(cast.carers.count)
    let isDone =
      switch chooseDeed() {
      case .edit: edit(carer: carer)
      case .deletion: delete(carer: carer)
      case .undo: undo(carer: carer)
      case .doubleBottle: logTwice(carer: carer)
      case .entry: false
      }
    if !isDone { logEntry(carer: carer) }
  }

  private enum Deed { case edit, deletion, undo, doubleBottle, entry }

  private mutating func chooseDeed() -> Deed {
    var share = random.unit()
    for (probability, deed) in [
      (profile.edits, Deed.edit), (profile.deletions, .deletion), (profile.undos, .undo),
      (profile.doubleBottles, .doubleBottle),
    ] {
      if share < probability { return deed }
      share -= probability
    }
    return .entry
  }
}
