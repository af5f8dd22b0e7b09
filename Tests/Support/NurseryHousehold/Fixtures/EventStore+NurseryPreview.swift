public import Daybook
public import Nursery

extension EventStore {
  /// A store of some months with two babies and entries of every kind, for previews and tests.
  ///
  /// The same arguments give the same log and the same views, byte for byte. Its files are unlinked
  /// as soon as they are open, so nothing stays on disk. Its clock stands at `now`. A feed and a
  /// timer run. About 50 events a day and two milliseconds each day in a release build.
  ///
  /// - Parameters:
  ///   - now: the time of the newest entries.
  ///   - seed: what everything follows from.
  ///   - days: how many days there are.
  ///   - boundary: where days begin; nil for 07:00 in UTC.
  /// - Throws: `StoreError`, `DayBoundaryError`.
  public static func nurseryPreview(
    now: Date, seed: UInt64 = 1, days: Int = 120, boundary: DayBoundary? = nil
  ) throws -> EventStore {
    let clock = HouseholdClock(now.addingTimeInterval(-Double(days) * 86_400))
    var options = StoreOptions()
    options.now = { clock.now }
    let store = try EventStore.temporary(
      schema: .nursery(boundary: boundary ?? DayBoundary(zone: "UTC")), options: options)
    let fixtures = NurseryFixtures(now: now)
    let babies = [
      fixtures.makeBabyProfile(1, name: "Mina"), fixtures.makeBabyProfile(2, name: "Noor"),
    ]
    let bath = fixtures.makeCustomEventType()
    try store.append(author: "Ada", durability: .relaxed) { draft in
      for baby in babies { try draft.addBaby(baby.id, baby.value) }
      try draft.addCustomEventType(bath)
      for (number, baby) in babies.enumerated() {
        try draft.addChecklistItem(
          bath.id, of: baby.id, at: bath.value.createdAt,
          id: fixtures.id(Record<ChecklistItem>.kind, number + 1))
      }
      try draft.editSettings { $0.onboardingCompleted = true }
    }
    var life = PreviewLife(now: now, babies: babies.map(\.id), seed: seed)
    for daysAgo in (0..<max(days, 0)).reversed() {
      let day = life.day(daysAgo)
      clock.show(day.end)
      try store.append(author: day.author, durability: .relaxed) { draft in
        for step in day.steps { try step(&draft) }
      }
    }
    clock.show(now)
    let running = fixtures.makeFeedSession(
      of: babies[0].id, minutesAgo: 8, minutes: nil, amount: nil)
    let timer = fixtures.makeRunningTimer(of: babies[1].id, name: "Walk")
    try store.append(author: "Ada", durability: .relaxed) { draft in
      try draft.start(running.id, running.value)
      try draft.startTimer(timer.value, id: timer.id, rules: EntryRules(now: now))
    }
    return store
  }
}

extension Draft {
  fileprivate mutating func addCustomEventType(_ type: Identified<CustomEventType>) throws {
    _ = try addCustomEventType(
      name: type.value.name, emoji: type.value.emoji, at: type.value.createdAt, id: type.id)
  }
}
