import Nursery

extension RandomNursery {
  /// The signs of custom events; the last two look alike and are different texts.
  static let signs = ["😴", "🛁", "", "\u{E9}", "e\u{301}"]

  mutating func entryStep() -> EntryStep {
    let kind = random.pick(EntryKind.allCases.filter { $0 != .feed && $0 != .diaper })
    let known = others[kind] ?? []
    guard !known.isEmpty, known.count > 12 || !random.chance(0.2) else {
      let id = Self.identifier(kind.rawValue, known.count)
      others[kind, default: []].append(id)
      // Sometimes an edit of what nobody has made yet.
      return EntryStep(
        kind: kind, id: id,
        action: random.chance(0.1) ? .amended(edits(kind)) : creation(kind))
    }
    return EntryStep(kind: kind, id: random.pick(known), action: action(kind))
  }

  private mutating func action(_ kind: EntryKind) -> EntryStep.Action {
    switch random.integer(0..<12) {
    case 0: return .deleted
    case 1: return .cancelled
    case 2...3: return .restored
    case 4: return creation(kind)
    case 5...6:
      let end = makeDate()
      return .finished([{ $0.end = end }] + edits(kind))
    default: return .amended(edits(kind))
    }
  }

  private mutating func creation(_ kind: EntryKind) -> EntryStep.Action {
    var told = Told(kind, start: makeDate())
    told.baby = random.pick(Self.babies)
    let takesTime = told.takesTime
    if takesTime, random.chance(0.8) { told.end = makeDate() }
    told.memo = makeMemo()
    told.tags = makeTags() ?? []
    told.isDeleted = random.chance(0.02)
    for edit in details(kind) { edit(&told) }
    return takesTime && told.end == nil ? .started(told) : .recorded(told)
  }

  /// Some fields, at least one.
  private mutating func edits(_ kind: EntryKind) -> [EntryStep.Edit] {
    let start = makeDate()
    let end = random.chance(0.3) ? nil : makeDate()
    let baby = random.pick(Self.babies)
    let memo = makeMemo()
    let tags = makeTags() ?? []
    var all: [EntryStep.Edit] = [
      { $0.start = start }, { $0.baby = baby }, { $0.memo = memo }, { $0.tags = tags },
    ]
    if Told(kind, start: start).takesTime { all.append { $0.end = end } }
    all += details(kind)
    return Array(all.shuffled(using: &random).prefix(random.integer(1..<4)))
  }

  /// The fields that only the kind has.
  private mutating func details(_ kind: EntryKind) -> [EntryStep.Edit] {
    let (amount, other) = (makeAmount(), makeAmount())
    let text = random.pick([nil, "", "kg", "rolled over"])
    let number = Double(random.integer(0..<99)) / 4
    switch kind {
    case .sleep:
      let nap = random.pick([nil, true, false])
      return [{ $0.nap = nap }]
    case .pumping:
      return [{ $0.amount = amount }, { $0.left = other }, { $0.right = amount }]
    case .activity:
      let name = random.pick(["tummyTime", "cry", "bath", "", "\u{E9}", "e\u{301}"])
      return [{ $0.name = name }, { $0.text = text }]
    case .measurement:
      let name = random.pick(["temperature", "weight", "height", "", "bath"])
      let day = makeToldDay()
      return [
        { $0.name = name }, { $0.value = number }, { $0.text = text }, { $0.toldDay = day },
      ]
    case .medication:
      let name = random.pick(["Ibuprofen", "Vitamin D", "vitamin d", ""])
      let interval = random.pick([nil, 0, 14_400.0])
      return [{ $0.name = name }, { $0.amount = other }, { $0.interval = interval }]
    case .note: return [{ $0.text = text }]
    case .customEvent:
      let name = random.pick(["Nap", "Bath", "bath", ""])
      let emoji = random.pick(Self.signs)
      return [{ $0.name = name }, { $0.emoji = emoji }]
    case .feed, .diaper: return []
    }
  }

  /// Half of the time a day of those around the change of the clocks.
  private mutating func makeToldDay() -> CivilDay? {
    let first = Int32((place.start / 86_400).rounded(.down))
    return random.chance(0.5)
      ? nil : CivilDay(daysSince1970: first + Int32(random.integer(-1..<7)))
  }
}
