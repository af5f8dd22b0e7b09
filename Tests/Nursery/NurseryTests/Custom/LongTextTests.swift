import Daybook
import DaybookTesting
import Nursery
import Testing

/// Texts that have no room in a key.
struct LongTextTests {
  private let store: EventStore
  private let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)
  private let baby = UUID()

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: TestClock().options)
    let (baby, noon) = (baby, noon)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: noon)) }
  }

  /// Letters, one character of many marks, and zero bytes, which keys write as two.
  static let texts = [
    String(repeating: "é", count: 2_500), "e" + String(repeating: "\u{301}", count: 2_500),
    String(repeating: "\0", count: 600), "A" + String(repeating: "👶", count: 200),
  ]

  @Test(arguments: texts)
  func `a sign of any length that came from elsewhere makes an item and events`(
    sign: String
  ) throws {
    let (baby, noon, other) = (baby, noon, sign + "x")
    let types = try store.write { draft in
      try [sign, other].map { emoji in
        let (id, type) = (UUID(), CustomEventType(name: "n", emoji: emoji, createdAt: noon))
        try draft.append(RecordEvent.created(type), to: id)
        return id
      }
    }
    let catalogue = { try store.read { try $0.view(CustomCatalogue.self).customEventTypes() } }
    #expect(try Set(catalogue().map(\.value.emoji)) == [sign, other])
    #expect(throws: NurseryError.duplicateEmoji(sign)) {
      try store.append { _ = try $0.addCustomEventType(name: "m", emoji: sign, at: noon) }
    }
    let item = try store.write { try $0.addChecklistItem(types[0], of: baby, at: noon) }
    let event = try store.write { try $0.tickChecklistItem(item, at: noon) }
    let lines = try store.read { try $0.checklist(of: baby, at: noon) }
    #expect(lines.map(\.event) == [event])
    #expect(try store.verify().ok)
  }

  @Test(arguments: texts)
  func `values used last are kept for types of any length`(name: String) throws {
    let (baby, noon) = (baby, noon)
    for (number, name) in [name, name + "x"].enumerated() {
      let dose = MedicationDose(
        baby: baby, start: noon,
        MedicationDetails(name: name, dosage: Amount(Double(number), unitText: "drops")))
      try store.append { try $0.add(dose, rules: .imports, keepsValues: true) }
    }
    let kept = { (name: String) in
      try store.read { try $0.view(CurrentSettings.self).lastUsed(.medication, type: name)?.amount }
    }
    #expect(try kept(name) == 0)
    #expect(try kept(name + "x") == 1)
  }

  @Test func `characters of many marks are told apart by what fits`() throws {
    let marks = ["a", "b"].map { $0 + String(repeating: "\u{301}", count: 300) }
    let (baby, noon) = (baby, noon)
    let ids = try store.write { draft in
      try marks.map { mark in
        let id = UUID()
        try draft.record(
          id, CustomEvent(baby: baby, start: noon, .init(emoji: mark), tags: [mark]))
        return id
      }
    }
    for (mark, id) in zip(marks, ids) {
      #expect(
        try store.read { try $0.view(LastEntries.self).last(.customEvent, of: baby, type: mark) }
          == id)
      #expect(try store.read { try $0.view(TagIndex.self).entries(with: mark).map(\.id) } == [id])
    }
    #expect(try store.read { try $0.view(TagIndex.self).entries(with: "") } == [])
  }
}
