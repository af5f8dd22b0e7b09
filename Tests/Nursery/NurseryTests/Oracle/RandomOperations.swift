import Daybook
import Nursery

/// Random operations about few entries and few days.
struct RandomOperations {
  private static let babies = RandomNursery.babies.compactMap(\.self)

  private(set) var nursery: RandomNursery
  private var known: [(kind: EntryKind, id: UUID)] = []
  private var count = 0

  init(seed: UInt64, _ place: RandomPlace) { nursery = RandomNursery(seed: seed, place) }

  /// One to three, for one draft.
  mutating func next() -> [NurseryOperation] {
    (0..<nursery.random.integer(1..<4)).map { _ in operation() }
  }

  /// Whether something happens that happens so often.
  mutating func chance(_ probability: Double) -> Bool { nursery.random.chance(probability) }

  private mutating func operation() -> NurseryOperation {
    let baby = nursery.random.pick(Self.babies)
    switch nursery.random.integer(0..<24) {
    case 0...3: return .startFeed(make(.feed), of: baby, nursery.makeDate())
    case 4: return .startSleep(make(.sleep), of: baby, nursery.makeDate())
    case 5...7:
      return .finishFeed(
        of: baby, nursery.makeDate(), nursery.makeAmount(), memo: nursery.makeMemo())
    case 8: return .cancelFeed(of: baby)
    case 9: return .setDiaperTime(make(.diaper), of: baby, nursery.makeDate())
    case 10: return .rename(baby, nursery.random.pick(["Mina", "Noor"]))
    case 11: return .deleteBaby(baby)
    case 12: return .restoreBaby(baby)
    case 13...20: return known.isEmpty ? creation(baby) : change()
    default: return creation(nursery.random.pick(RandomNursery.babies))
    }
  }

  private mutating func make(_ kind: EntryKind) -> UUID {
    count += 1
    let id = RandomNursery.identifier(kind.rawValue, count)
    known.append((kind, id))
    return id
  }

  private mutating func creation(_ baby: UUID?) -> NurseryOperation {
    let (start, end) = (nursery.makeDate(), nursery.makeDate())
    let isOver = nursery.random.chance(0.9)
    let (memo, tags) = (nursery.makeMemo(), nursery.makeTags() ?? [])
    switch nursery.random.integer(0..<4) {
    case 0:
      return .feed(
        make(.feed),
        FeedSession(
          baby: baby, start: start, end: isOver ? end : nil, amount: nursery.makeAmount(),
          memo: memo, tags: tags))
    case 1:
      return .diaper(
        make(.diaper), DiaperChange(baby: baby, time: start, wet: isOver, memo: memo, tags: tags))
    case 2:
      return .sleep(
        make(.sleep),
        SleepSession(baby: baby, start: start, end: isOver ? end : nil, memo: memo, tags: tags))
    default:
      let emoji = nursery.random.pick(RandomNursery.signs)
      return .event(
        make(.customEvent),
        CustomEvent(
          baby: baby, start: start, CustomEventDetails(name: "Nap", emoji: emoji), memo: memo))
    }
  }

  private mutating func change() -> NurseryOperation {
    let (kind, id) = nursery.random.pick(known)
    switch nursery.random.integer(0..<8) {
    case 0...1: return .delete(kind, id)
    case 2...3: return .restore(kind, id)
    case 4...5: return .reassign(kind, id, to: nursery.random.pick(RandomNursery.babies))
    default:
      return .edit(kind, id, memo: nursery.makeMemo(), tags: nursery.makeTags() ?? [])
    }
  }
}
