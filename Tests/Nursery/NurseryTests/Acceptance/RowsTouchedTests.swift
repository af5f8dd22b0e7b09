import Daybook
import Nursery
import TestRun
import Testing

/// How many rows of the file one more entry touches, in a small history and in a large one.
@Suite(.tags(.slow)) struct RowsTouchedTests {
  private static let baby = UUIDs.number(1, 1)
  private static let other = UUIDs.number(1, 2)
  private static let start = Date(timeIntervalSinceReferenceDate: 750_000_000)

  /// One entry of each kind; those with an end lie on two days.
  private static var samples: [any NurseryEntry] {
    let night = start.addingTimeInterval(20_000)
    let morning = night.addingTimeInterval(30_000)
    return [
      FeedSession(baby: baby, start: night, end: morning, amount: Amount(90, .millilitre)),
      DiaperChange(baby: baby, time: night, wet: true),
      SleepSession(baby: baby, start: night, end: morning, SleepDetails(nap: false)),
      PumpingSession(baby: baby, start: night, end: morning, PumpingDetails()),
      ActivitySession(baby: baby, start: night, end: morning, ActivityDetails(activity: .cry)),
      BodyMeasurement(baby: baby, start: night, MeasurementDetails(measure: .weight, value: 4)),
      MedicationDose(baby: baby, start: night, MedicationDetails(name: "Vitamin D")),
      Note(baby: baby, start: night, memo: "#first"),
      CustomEvent(baby: baby, start: night, CustomEventDetails(name: "Bath", emoji: "🛁")),
    ]
  }

  /// Rows that no change may exceed; the most that any touches is 16.
  private static let most = 20

  @Test func `one entry of 35,000 touches as many rows as one of 350`() throws {
    let small = try Self.store(feeds: 131, diapers: 219)
    let large = try Self.store(feeds: 13_140, diapers: 21_900)
    for (number, sample) in Self.samples.enumerated() {
      let id = UUIDs.number(9, number)
      let few = try Self.touched(small, id, sample)
      let many = try Self.touched(large, id, sample)
      print("rows touched, \(type(of: sample).entryKind): of 350 \(few), of 35,000 \(many)")
      #expect(many == few, "\(type(of: sample).entryKind)")
      #expect(many.allSatisfy { (1...Self.most).contains($0) }, "\(many)")
    }
  }

  /// The rows that writing down, editing, reassigning, deleting and restoring an entry touch.
  private static func touched<E: NurseryEntry>(
    _ store: EventStore, _ id: UUID, _ sample: E
  ) throws -> [Int] {
    let changes: [@Sendable (inout Draft) throws -> Void] = [
      { try $0.record(id, sample) },
      { try $0.edit(E.self, id) { $0.memo = "later #second" } },
      { try $0.reassign(E.self, id, to: other) },
      { try $0.delete(E.self, id) },
      { try $0.restore(E.self, id) },
    ]
    return try changes.map { change in
      try StoredRows.changed(store) { try store.append(author: "Ada", change) }
        .values.reduce(0, +)
    }
  }

  private static func store(feeds: Int, diapers: Int) throws -> EventStore {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    try store.append(author: "Ada") { draft in
      for baby in [baby, other] {
        try draft.addBaby(baby, BabyProfile(name: "Noor", createdAt: start))
      }
    }
    for first in stride(from: 0, to: feeds + diapers, by: 4_000) {
      try store.append(author: "Ada", durability: .bulk) { draft in
        for number in first..<min(first + 4_000, feeds + diapers) {
          try add(number, isFeed: number < feeds, to: &draft)
        }
      }
    }
    // The first of each kind makes a name.
    try store.append(author: "Ada") { draft in
      for (number, sample) in samples.enumerated() {
        try draft.write(UUIDs.number(4, number), sample)
      }
    }
    return store
  }

  private static func add(_ number: Int, isFeed: Bool, to draft: inout Draft) throws {
    let id = UUIDs.number(2, number)
    let time = start.addingTimeInterval(-10_000 * Double(number % 3_000))
    if isFeed {
      let end = time.addingTimeInterval(900)
      let amount = Amount(90, .millilitre)
      try draft.record(id, FeedSession(baby: baby, start: time, end: end, amount: amount))
    } else {
      try draft.record(id, DiaperChange(baby: baby, time: time, wet: true))
    }
  }
}

extension Draft {
  fileprivate mutating func write<E: NurseryEntry>(_ id: UUID, _ entry: E) throws {
    try record(id, entry)
    try edit(E.self, id) { $0.memo = "first" }
    try delete(E.self, id)
    try restore(E.self, id)
  }
}

enum UUIDs {
  /// The same one for the same numbers.
  static func number(_ kind: UInt8, _ number: Int) -> UUID {
    let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
    return UUID(uuid: (kind, high, low, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  }
}
