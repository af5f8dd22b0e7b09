import Daybook
import Nursery
import Testing

struct LastEntriesTests {
  /// Identifiers whose successor carries over bytes, and their neighbours.
  static let babies: [UUID] = [
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255, 254)),
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255, 255)),
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 0, 0)),
    UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254)),
    UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)),
  ]

  @Test func `each baby has its own last feed, whatever bytes its identifier ends in`() throws {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    var last: [UUID: UUID] = [:]
    for (number, baby) in (Self.babies + Self.babies).enumerated() {
      let feed = UUID.timeOrdered()
      let start = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(number) * 3_600)
      try store.append { draft in
        try draft.append(FeedEvent.recorded(FeedSession(baby: baby, start: start)), to: feed)
      }
      last[baby] = feed
    }
    try store.read { reader in
      let entries = try reader.view(LastEntries.self)
      for baby in Self.babies { #expect(try entries.lastFeed(of: baby) == last[baby]) }
      #expect(try entries.lastFeed(of: nil) == nil)
    }
  }
}

extension LastEntriesTests {
  @Test func `the last wanted entry is found without a look at the ones before it`() throws {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    let baby = Self.babies[0]
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    try store.append { draft in
      for number in 0..<100 {
        let time = start.addingTimeInterval(Double(number) * 60)
        try draft.record(
          UUIDs.number(2, number), DiaperChange(baby: baby, time: time, wet: number == 90))
        try draft.record(
          UUIDs.number(3, number),
          BodyMeasurement(
            baby: baby, start: time,
            MeasurementDetails(
              measure: number % 2 == 0 ? .weight : .height, value: Double(number))))
      }
      try draft.delete(DiaperChange.self, UUIDs.number(2, 95))
    }
    try store.read { reader in
      var asked = 0
      let wet = try reader.last(DiaperChange.self, of: baby) { change in
        asked += 1
        return change.wet
      }
      #expect(wet?.id == UUIDs.number(2, 90))
      #expect(asked == 9)
      asked = 0
      let early = try reader.last(BodyMeasurement.self, of: baby) { measurement in
        asked += 1
        return measurement.details.value < 95
      }
      #expect(early?.entry.details.value == 94)
      // Of the heights 99, 97, 95 and 93, of the weights 98, 96 and 94.
      #expect(asked == 7)
      #expect(try reader.last(DiaperChange.self, of: baby) { $0.solid } == nil)
      #expect(try reader.last(DiaperChange.self, of: nil) == nil)
      let last = try reader.view(LastEntries.self).last(.measurement, of: baby, type: "weight") {
        $0.start < start.addingTimeInterval(600)
      }
      #expect(last?.id == UUIDs.number(3, 8))
    }
  }
}

extension LastEntriesTests {
  @Test(arguments: ["가", "a", "👶🏽", "\u{0}"])
  func `a name of any length can be written down and found`(character: String) throws {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    let name = String(repeating: character, count: 1_000)
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    try store.append { draft in
      try draft.record(
        UUIDs.number(2, 1),
        MedicationDose(baby: Self.babies[0], start: start, MedicationDetails(name: name)))
    }
    let last = try store.read { reader in
      try reader.view(LastEntries.self).last(.medication, of: Self.babies[0], type: name)
    }
    #expect(last == UUIDs.number(2, 1))
    try store.append { try $0.delete(MedicationDose.self, UUIDs.number(2, 1)) }
    #expect(
      try store.read { try $0.last(MedicationDose.self, of: Self.babies[0], type: name) } == nil)
  }
}
