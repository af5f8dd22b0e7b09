import Daybook
import Nursery
import Testing

struct SettingsTests {
  private let store: EventStore
  private let baby = UUID()
  private let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)

  init() throws {
    store = try Self.makeStore()
    let (baby, noon) = (baby, noon)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: noon)) }
  }

  private static func makeStore() throws -> EventStore {
    try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
  }

  private func settings() throws -> AppSettings {
    try store.read { try $0.view(CurrentSettings.self).settings() }
  }

  private func lastUsed(_ kind: EntryKind, type: String = "") throws -> LastUsedValues? {
    try store.read { try $0.view(CurrentSettings.self).lastUsed(kind, type: type) }
  }

  @Test func `nothing is written before a setting differs from its default`() throws {
    let before = try store.statistics().transactions
    #expect(try settings() == AppSettings())
    try store.append { _ = try $0.editSettings { $0.feedReminderHours = 3 } }
    #expect(try store.statistics().transactions == before)
  }

  @Test func `only the fields that changed are written`() throws {
    try store.append { _ = try $0.editSettings { $0.feedReminderHours = 4 } }
    try store.append { _ = try $0.editSettings { $0.preferredUnitSymbol = "fl oz" } }
    let events = try store.read {
      try $0.events(of: Record<AppSettings>.self, AppSettings.entityID)
    }
    let numbers = try events.map { event in
      guard case .amended(let patch) = event else { return [Int]() }
      return try patch.numbers
    }
    #expect(numbers == [[4], [23]])
  }

  @Test func `two devices that change different settings both keep their change`() throws {
    let other = try Self.makeStore()
    try store.append { _ = try $0.editSettings { $0.feedReminderHours = 5 } }
    try other.append { _ = try $0.editSettings { $0.timeFormat24Hour = true } }
    for transaction in try other.read({ try $0.transactions() }) {
      try store.absorb(try #require(try other.read { try $0.message(of: transaction.number) }))
    }
    #expect(try settings().feedReminderHours == 5)
    #expect(try settings().timeFormat24Hour)
  }

  @Test func `every setting has a name, and none has the number of what is cleared`() throws {
    let names = Mirror(reflecting: AppSettings()).children.compactMap(\.label)
    #expect(Set(names) == Set(AppSettings.propertyNames.values))
    #expect(names.count == 23)
    #expect(AppSettings.propertyNames[15] == nil)
  }

  private static let units: [(String?, VolumeUnit, VolumeUnit)] = [
    ("fl oz", .fluidOunce, .fluidOunce), ("mL", .millilitre, .millilitre),
    ("FL OZ", .millilitre, .millilitre), (nil, .fluidOunce, .millilitre),
  ]

  @Test(arguments: units)
  func `the unit is what was chosen, else what the country uses`(
    symbol: String?, unitedStates: VolumeUnit, elsewhere: VolumeUnit
  ) {
    var settings = AppSettings()
    settings.preferredUnitSymbol = symbol
    #expect(settings.volumeUnit(inUnitedStates: true) == unitedStates)
    #expect(settings.volumeUnit(inUnitedStates: false) == elsewhere)
  }

  @Test func `days begin where the settings say`() throws {
    var settings = AppSettings()
    #expect(try settings.dayBoundary(zone: "UTC") == DayBoundary(zone: "UTC"))
    settings.dayStartHour = 5
    settings.dayStartMinute = 30
    #expect(try settings.dayBoundary(zone: "UTC") == DayBoundary(zone: "UTC", hour: 5, minute: 30))
    settings.dayStartHour = 24
    #expect(throws: DayBoundaryError.self) { try settings.dayBoundary(zone: "UTC") }
  }

  @Test func `what an entry does not tell stays as it was used last`() throws {
    let (baby, noon) = (baby, noon)
    let rules = EntryRules(now: noon)
    let bottle = FeedSession(
      baby: baby, start: noon - 7200, end: noon - 6000, amount: Amount(4, .fluidOunce),
      content: .formula, route: .bottle)
    let breast = FeedSession(
      baby: baby, start: noon - 3600, end: noon - 2700, content: .breastMilk,
      route: .breast(.left))
    try store.append { draft in
      try draft.add(bottle, rules: rules, keepsValues: true)
      try draft.add(breast, rules: rules, keepsValues: true)
    }
    let values = try #require(try lastUsed(.feed))
    #expect(values.amount == 4 && values.unit == "fl oz")
    #expect(values.side == "left" && values.subtype == "breastMilk")
    #expect(values.durationMinutes == 15 && values.kind == .feed)
  }

  @Test
  func `types of one kind have values of their own, and a command that is not asked keeps none`()
    throws
  {
    let (baby, noon) = (baby, noon)
    try store.append { draft in
      for (activity, minutes) in [(ActivityType.tummyTime, 5.0), (.cry, 12)] {
        try draft.start(
          UUID(),
          ActivitySession(
            baby: baby, start: noon - minutes * 60, ActivityDetails(activity: activity)))
        try draft.finish(ActivitySession.self, of: baby, at: noon, keepsValues: true)
      }
      try draft.add(
        DiaperChange(baby: baby, time: noon, wet: true), rules: EntryRules(now: noon))
    }
    #expect(try lastUsed(.activity, type: "tummyTime")?.durationMinutes == 5)
    #expect(try lastUsed(.activity, type: "cry")?.durationMinutes == 12)
    #expect(try lastUsed(.diaper) == nil)
    #expect(try store.read { try $0.view(CurrentSettings.self).allLastUsed() }.count == 2)
  }

  @Test func `a refused entry keeps no values, and the same values again write no event`() throws {
    let (baby, noon) = (baby, noon)
    let rules = EntryRules(now: noon)
    #expect(throws: NurseryError.self) {
      try store.append {
        try $0.add(
          DiaperChange(baby: baby, time: noon + 1), rules: rules, keepsValues: true)
      }
    }
    #expect(try lastUsed(.diaper) == nil)
    for _ in 0..<2 {
      try store.append {
        try $0.add(
          DiaperChange(baby: baby, time: noon, wet: true, solid: true), rules: rules,
          keepsValues: true)
      }
    }
    #expect(try lastUsed(.diaper)?.subtype == "both")
    let counts = try store.read { try $0.transactions() }.map(\.positions.count)
    #expect(counts == [1, 2, 1])
  }
}
