import Daybook
import DaybookTesting
import Nursery
import Testing

/// What operations do with identifiers that are in use, and with those that nobody has heard of.
struct IdentifierTests {
  private let store: EventStore
  private let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)
  private let baby = UUID()
  private let id = UUID()

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: TestClock().options)
    let (baby, noon) = (baby, noon)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: noon)) }
  }

  /// Appends twice; the second time the identifier is in use.
  private func appendTwice(_ body: @escaping @Sendable (inout Draft) throws -> Void) throws {
    try store.append(body)
    let before = try store.statistics().transactions
    #expect(throws: NurseryError.invalid([.idInUse(id)])) { try store.append(body) }
    #expect(try store.statistics().transactions == before)
  }

  @Test func `a baby does not take the place of another`() throws {
    let noon = noon
    #expect(throws: NurseryError.invalid([.idInUse(baby)])) {
      try store.append { [baby] in try $0.addBaby(baby, BabyProfile(name: "Noor", createdAt: noon))
      }
    }
    try store.append { [baby] in try $0.deleteBaby(baby) }
    #expect(throws: NurseryError.invalid([.idInUse(baby)])) {
      try store.append { [baby] in try $0.addBaby(baby, BabyProfile(name: "Noor", createdAt: noon))
      }
    }
  }

  @Test func `a started feed does not take the place of a finished one`() throws {
    let (baby, id, noon) = (baby, id, noon)
    try appendTwice { draft in
      try draft.startFeed(id, of: baby, at: noon)
      try draft.finishFeed(of: baby, at: noon + 60, amount: Amount(90, .millilitre))
    }
    let feed = try store.read { try $0.entity(FeedSession.self, id) }
    #expect(feed?.amount == Amount(90, .millilitre))
  }

  @Test func `a type, an item and their events do not take the place of others`() throws {
    let (baby, id, noon, type, item) = (baby, id, noon, UUID(), UUID())
    try store.append { draft in
      _ = try draft.addCustomEventType(name: "Bath", emoji: "🛁", at: noon, id: type)
      try draft.addChecklistItem(type, of: baby, at: noon, id: item)
    }
    try appendTwice { draft in
      let count = try draft.view(CustomCatalogue.self).customEventTypes().count
      _ = try draft.addCustomEventType(name: "Walk", emoji: "\(count)", at: noon, id: id)
    }
    try appendTwice { draft in
      let count = try draft.view(CustomCatalogue.self).checklistItems(of: baby).count
      try draft.addChecklistItem(name: "Walk", emoji: "\(count)", of: baby, at: noon, id: id)
    }
    try appendTwice { try $0.tickChecklistItem(item, at: noon, event: id) }
    #expect(throws: NurseryError.invalid([.idInUse(id)])) {
      try store.append { try $0.logCustomEvent(type, of: baby, at: noon, id: id) }
    }
    try store.append { _ = try $0.delete(CustomEvent.self, id) }
    #expect(throws: NurseryError.invalid([.idInUse(id)])) {
      try store.append { try $0.tickChecklistItem(item, at: noon, event: id) }
    }
  }

  @Test func `a diaper change that has to be made does not take the place of another`() throws {
    let (baby, id, noon) = (baby, id, noon)
    try store.append { try $0.record(id, DiaperChange(time: noon, solid: true)) }
    #expect(throws: NurseryError.invalid([.idInUse(id)])) {
      try store.append { try $0.setDiaperTime(of: baby, to: noon, id: id) }
    }
  }

  @Test func `what never was, or was taken back, is not restored`() throws {
    let (baby, id, noon) = (baby, id, noon)
    let restores: [@Sendable (inout Draft) throws -> Void] = [
      { try $0.restore(FeedSession.self, id) }, { try $0.restore(SleepSession.self, id) },
      { try $0.restoreBaby(id) },
    ]
    for restore in restores {
      #expect(throws: NurseryError.noSuchEntry(id)) { try store.append(restore) }
    }
    #expect(throws: NurseryError.noSuchTimer(id)) { try store.append { try $0.restoreTimer(id) } }
    try store.append(author: "Ada") { try $0.startFeed(id, of: baby, at: noon) }
    try store.undo(by: "Ada")
    #expect(throws: NurseryError.noSuchEntry(id)) {
      try store.append { try $0.restore(FeedSession.self, id) }
    }
  }

  @Test func `restoring what is there writes nothing`() throws {
    let (baby, id, noon) = (baby, id, noon)
    let type = try store.write { draft in
      try draft.record(id, Note(baby: baby, start: noon))
      return try draft.addCustomEventType(name: "Bath", emoji: "🛁", at: noon)
    }
    let before = try store.statistics().transactions
    try store.append { draft in
      try draft.restore(Note.self, id)
      try draft.restoreBaby(baby)
      try draft.restoreCustomEventType(type)
    }
    #expect(try store.statistics().transactions == before)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a profile, a type and an event need a time and numbers`(value: Double) throws {
    let (baby, noon, time) = (baby, noon, Date(timeIntervalSinceReferenceDate: value))
    let type = try store.write { try $0.addCustomEventType(name: "a", emoji: "a", at: noon) }
    let bodies: [@Sendable (inout Draft) throws -> Void] = [
      { try $0.addBaby(UUID(), BabyProfile(name: "Noor", feedTerm: value, createdAt: noon)) },
      { try $0.addBaby(UUID(), BabyProfile(name: "Noor", createdAt: time)) },
      { try $0.editBaby(baby) { $0.feedTerm = value } },
      { _ = try $0.addCustomEventType(name: "b", emoji: "b", at: time) },
      { try $0.addChecklistItem(type, of: baby, at: time) },
      { try $0.logCustomEvent(type, of: baby, at: time) },
    ]
    for body in bodies {
      #expect(throws: NurseryError.invalid([.notFinite])) { try store.append(body) }
    }
    #expect(throws: NurseryError.invalid([.negative])) {
      try store.append { try $0.editBaby(baby) { $0.feedTerm = -1 } }
    }
  }
}
