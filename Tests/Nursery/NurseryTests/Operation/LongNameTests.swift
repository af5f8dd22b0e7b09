import Daybook
import DaybookTesting
import Nursery
import Testing

/// Names, signs and tags that are too long for somebody to give, and those that are there all the
/// same.
struct LongNameTests {
  private let store: EventStore
  private let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)
  private let baby = UUID()

  /// 200 bytes, and 201.
  private static let longest = String(repeating: "é", count: 100)
  private static let tooLong = longest + "x"
  private static let refusal = NurseryError.invalid([.nameTooLong(bytes: 201)])

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: TestClock().options)
    let (baby, noon) = (baby, noon)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: noon)) }
  }

  /// All that gives something a name.
  private func givings(of name: String) -> [@Sendable (inout Draft) throws -> Void] {
    let (baby, noon, rules) = (baby, noon, EntryRules(now: noon))
    let dose = MedicationDose(baby: baby, start: noon, MedicationDetails(name: name))
    let event = CustomEvent(baby: baby, start: noon, .init(name: name, emoji: "🎈"))
    let timer = RunningTimer(name: name, start: noon)
    return [
      { try $0.addBaby(UUID(), BabyProfile(name: name, createdAt: noon)) },
      { try $0.editBaby(baby) { $0.name = name } },
      { _ = try $0.addCustomEventType(name: name, emoji: "🛁", at: noon) },
      { try $0.addChecklistItem(name: name, emoji: "🛁", of: baby, at: noon) },
      { try $0.add(dose, rules: rules) }, { try $0.add(event, rules: rules) },
      { try $0.startTimer(timer, rules: rules) },
    ]
  }

  @Test func `a name of 200 bytes is taken wherever somebody gives one`() throws {
    for giving in givings(of: Self.longest) { try store.append(giving) }
  }

  @Test func `a name of a byte more is refused, and nothing is written`() throws {
    let before = try store.statistics().transactions
    for giving in givings(of: Self.tooLong) {
      #expect(throws: Self.refusal) { try store.append(giving) }
    }
    #expect(try store.statistics().transactions == before)
    #expect(
      Self.refusal.description
        == "the name of 201 bytes is beyond the limit of 200; shorten it")
  }

  @Test func `a type is not given such a name or sign later`() throws {
    let noon = noon
    let type = try store.write { try $0.addCustomEventType(name: "Bath", emoji: "🛁", at: noon) }
    #expect(throws: Self.refusal) {
      try store.append { try $0.editCustomEventType(type, name: Self.tooLong) }
    }
    #expect(throws: NurseryError.invalid([.signTooLong(bytes: 201)])) {
      try store.append { try $0.editCustomEventType(type, emoji: Self.tooLong) }
    }
  }

  /// All that gives something a sign.
  private func signings(with sign: String) -> [@Sendable (inout Draft) throws -> Void] {
    let (baby, noon, rules) = (baby, noon, EntryRules(now: noon))
    let event = CustomEvent(baby: baby, start: noon, .init(name: "Bath", emoji: sign))
    return [
      { _ = try $0.addCustomEventType(name: "Bath", emoji: sign, at: noon) },
      { try $0.addChecklistItem(name: "Bath", emoji: sign, of: baby, at: noon) },
      { try $0.add(event, rules: rules) },
    ]
  }

  @Test func `a sign of 200 bytes is taken, and one of a byte more refused`() throws {
    for signing in signings(with: Self.longest) { try store.append(signing) }
    for signing in signings(with: Self.tooLong) {
      #expect(throws: NurseryError.invalid([.signTooLong(bytes: 201)])) {
        try store.append(signing)
      }
    }
  }

  private func dose(tagged tag: String) -> MedicationDose {
    MedicationDose(baby: baby, start: noon, MedicationDetails(name: "Drops"), tags: [tag])
  }

  @Test func `a tag of 200 bytes after its mark is taken, and one of a byte more refused`() throws {
    let (taken, refused) = (dose(tagged: "#" + Self.longest), dose(tagged: Self.tooLong))
    let rules = EntryRules(now: noon)
    try store.append { try $0.add(taken, rules: rules) }
    #expect(throws: NurseryError.invalid([.tagTooLong(bytes: 201)])) {
      try store.append { try $0.add(refused, rules: rules) }
    }
  }

  /// What an import writes, or another device has.
  private struct Imported {
    let baby = UUID()
    let type = UUID()
    let dose = UUID()
    let name = LongNameTests.tooLong

    func write(into draft: inout Draft, at noon: Date) throws {
      let profile = BabyProfile(name: name, createdAt: noon)
      try draft.append(BabyEvent.created(profile), to: baby)
      let bath = CustomEventType(name: name, emoji: "🛁", createdAt: noon)
      try draft.append(RecordEvent.created(bath), to: type)
      try draft.record(
        dose, MedicationDose(baby: baby, start: noon, MedicationDetails(name: name)))
    }
  }

  @Test func `a name that came from elsewhere stays, and what has it can be changed`() throws {
    let (noon, there) = (noon, Imported())
    var options = TestClock().options
    options.makeID = { UUID() }
    let other = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: options)
    try other.append { try there.write(into: &$0, at: noon) }
    try store.absorb(try #require(try other.read { try $0.message(of: 1) }))
    try store.append { draft in
      try draft.editBaby(there.baby) { $0.birthDate = "2025-11-01" }
      try draft.edit(MedicationDose.self, there.dose) { $0.memo = "kept" }
      try draft.editCustomEventType(there.type, emoji: "🛀")
    }
    try store.append { try $0.deleteCustomEventType(there.type) }
    try store.append { try $0.restoreCustomEventType(there.type) }
    let names = try store.read { reader in
      [
        try reader.entity(BabyProfile.self, there.baby)?.name,
        try reader.entity(MedicationDose.self, there.dose)?.details.name,
        try reader.entity(Record<CustomEventType>.self, there.type)?.value.name,
      ]
    }
    #expect(names == [Self.tooLong, Self.tooLong, Self.tooLong])
    #expect(throws: NurseryError.invalid([.nameTooLong(bytes: 202)])) {
      try store.append { try $0.editBaby(there.baby) { $0.name += "x" } }
    }
  }

  @Test func `a sign and a tag that came from elsewhere stay, and are copied`() throws {
    let (baby, noon, type, event) = (baby, noon, UUID(), UUID())
    try store.append { draft in
      let bath = CustomEventType(name: "Bath", emoji: Self.tooLong, createdAt: noon)
      try draft.append(RecordEvent.created(bath), to: type)
      let details = CustomEventDetails(name: "Swim", emoji: Self.tooLong + "x")
      try draft.record(
        event, CustomEvent(baby: baby, start: noon, details, tags: [Self.tooLong]))
    }
    try store.append { try $0.editCustomEventType(type, name: "Bathing") }
    try store.append { try $0.edit(CustomEvent.self, event) { $0.memo = "kept" } }
    let item = try store.write { try $0.addChecklistItem(type, of: baby, at: noon) }
    let ticked = try store.write { try $0.tickChecklistItem(item, at: noon) }
    let sign = try store.read { try $0.entity(CustomEvent.self, ticked)?.details.emoji }
    #expect(sign == Self.tooLong)
    #expect(throws: NurseryError.invalid([.tagTooLong(bytes: 202)])) {
      try store.append {
        try $0.edit(CustomEvent.self, event) { $0.tags.append(Self.tooLong + "x") }
      }
    }
  }

  @Test func `events and items are copies of a type, however long its name is`() throws {
    let (noon, there, item) = (noon, Imported(), UUID())
    try store.append { try there.write(into: &$0, at: noon) }
    try store.append { try $0.logCustomEvent(there.type, of: there.baby, at: noon) }
    try store.append { try $0.addChecklistItem(there.type, of: there.baby, at: noon, id: item) }
    // The item has its copy still when the type has another name.
    try store.append { try $0.editCustomEventType(there.type, name: "Bath") }
    let event = try store.write { try $0.tickChecklistItem(item, at: noon) }
    let ticked = try store.read { try $0.entity(CustomEvent.self, event)?.details.name }
    #expect(ticked == Self.tooLong)
  }
}
