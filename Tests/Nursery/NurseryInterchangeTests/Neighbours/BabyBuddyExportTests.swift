import Daybook
import Foundation
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// What was imported from Baby Buddy's files is what is exported, byte for byte.
@Suite(.tags(.slow)) struct BabyBuddyExportTests {
  @Test(arguments: CorpusFolder.generated)
  func `the fourteen files come out as they went in`(corpus: CorpusFolder) async throws {
    let store = try await ImportedCorpus.of(corpus).store
    let export = try BabyBuddyExporter.export(store, zone: corpus.zone)
    #expect(export.losses.isEmpty)
    #expect(export.files.count == 14)
    for (name, text) in export.files.sorted(by: { $0.key < $1.key }) {
      let expected = try String(
        contentsOf: corpus.directory.appendingPathComponent(name), encoding: .utf8)
      if text != expected {
        let (a, b) = (
          text.components(separatedBy: "\r\n"), expected.components(separatedBy: "\r\n")
        )
        let index = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
        Issue.record("\(name), line \(index + 1): \(a[safe: index]) instead of \(b[safe: index])")
      }
    }
  }

  @Test func `numbers of other units than most are told`() throws {
    let nursery = try NeighbourStore()
    let (mia, start) = (UUID(), date("2026-01-01T08:00:00Z"))
    let amounts = [
      Amount(90, .millilitre), Amount(100, unitText: "ml"), Amount(4, .fluidOunce),
      Amount(5, unitText: nil),
    ]
    try nursery.store.append { draft in
      try draft.addBaby(
        mia, BabyProfile(name: "Mia", createdAt: start, birthDate: "2025-12-01"))
      for amount in amounts {
        try draft.append(
          FeedSession.recorded(
            FeedSession(
              baby: mia, start: start, end: start, amount: amount, content: .formula,
              route: .bottle)), to: UUID())
      }
      for (value, unit) in [(6.5, "kg"), (6500, "g"), (6.6, "kg")] {
        try draft.append(
          BodyMeasurement.recorded(
            BodyMeasurement(
              baby: mia, day: CivilDay(daysSince1970: 20_454),
              MeasurementDetails(measure: .weight, value: value, unitText: unit))), to: UUID())
      }
    }
    let losses = try BabyBuddyExporter.export(nursery.store, zone: "UTC").losses
    #expect(
      losses.map(\.reason).sorted() == [
        "Its number is of fl oz, which the file does not say; most are of mL.",
        "Its number is of g, which the file does not say; most are of kg.",
        "Its number is of no unit, which the file does not say; most are of mL.",
      ])
    #expect(losses.allSatisfy { !$0.isMissing })
  }

  @Test func `photos, which the files do not have, are told`() throws {
    let nursery = try NeighbourStore()
    let (mia, start) = (UUID(), date("2026-01-01T08:00:00Z"))
    try nursery.store.append { draft in
      try draft.addBaby(
        mia, BabyProfile(name: "Mia", createdAt: start, birthDate: "2025-12-01"))
      var diaper = DiaperChange(baby: mia, time: start, wet: true)
      diaper.provenance = Provenance(photos: ["https://example.org/1.jpg"])
      try draft.append(DiaperChange.recorded(diaper), to: UUID())
    }
    let losses = try BabyBuddyExporter.export(nursery.store, zone: "UTC").losses
    #expect(losses.map(\.reason) == ["Its photos are not written."])
  }

  @Test func `what the files need and nobody told, and what they do not have, is told`() throws {
    let nursery = try NeighbourStore()
    let (mia, start) = (UUID(), date("2026-01-01T08:00:00Z"))
    try nursery.store.append { draft in
      try draft.addBaby(mia, BabyProfile(name: "Mia", createdAt: start))
      try draft.append(
        SleepSession.recorded(
          SleepSession(baby: mia, start: start, end: start.addingTimeInterval(600))), to: UUID())
      try draft.append(
        BodyMeasurement.recorded(
          BodyMeasurement(
            baby: mia, start: start,
            MeasurementDetails(measure: .weight, value: 6.5, unitText: "kg"))), to: UUID())
      try draft.append(
        FeedSession.recorded(
          FeedSession(
            baby: mia, start: start, end: start, amount: Amount(40 + 2 * 29.5735, .millilitre),
            content: .formula, route: .bottle)), to: UUID())
    }
    let export = try BabyBuddyExporter.export(nursery.store, zone: "UTC")
    #expect(
      export.losses.map(\.reason).sorted() == [
        "Baby Buddy needs a birth date, and none is known.", "Its time of day is not written.",
        "Whether it was a nap is not known; its time of day decides what is written.",
      ])
    #expect(export.losses.allSatisfy { !$0.isMissing })
    #expect(export.files["feeding.csv"]?.contains(",bottle,99.147,") == true)
  }

  @Test func `entries of the app get the next ids, and what does not fit is told`() throws {
    let nursery = try NeighbourStore()
    let (mia, feed) = (UUID(), UUID())
    try nursery.store.append { draft in
      try draft.addBaby(
        mia,
        BabyProfile(
          name: "Mia van den Berg", createdAt: date("2026-01-01T00:00:00Z"),
          birthDate: "2025-12-01"))
      try draft.append(
        FeedSession.recorded(
          FeedSession(
            baby: mia, start: date("2026-01-01T08:00:00Z"), end: date("2026-01-01T08:10:00Z"),
            amount: Amount(90, .millilitre), content: .formula, route: .bottle, memo: "a, \"b\"",
            tags: ["new"])), to: feed)
      try draft.append(
        SleepSession.recorded(SleepSession(baby: mia, start: date("2026-01-01T09:00:00Z"))),
        to: UUID())
      try draft.append(
        ActivitySession.recorded(
          ActivitySession(
            baby: mia, start: date("2026-01-01T09:00:00Z"), end: date("2026-01-01T09:10:00Z"),
            ActivityDetails(activity: .other("Bath")))), to: UUID())
    }
    let export = try BabyBuddyExporter.export(nursery.store, zone: "UTC")
    #expect(
      export.files["feeding.csv"]
        == "id,child_id,child_first_name,child_last_name,start,end,type,method,amount,notes,tags,"
        + "daybook_id\r\n"
        + "1,1,Mia van den,Berg,2026-01-01 08:00:00,2026-01-01 08:10:00,formula,bottle,90.0,"
        + "\"a, \"\"b\"\"\",1,\(feed)\r\n")
    #expect(export.files["tag.csv"] == "id,name,color\r\n1,new,\r\n")
    #expect(export.losses.map(\.isMissing) == [true, true])
    #expect(Set(export.losses.map(\.kind)) == [SleepSession.kind, ActivitySession.kind])
  }

  @Test func `an export can be imported by another store`() async throws {
    let corpus = CorpusFolder.oneChild
    let (folder, place) = (try TemporaryFolder(), try TemporaryFolder())
    let store = try await ImportedCorpus.of(corpus).copy(in: place)
    let files = try BabyBuddyExporter.export(store, zone: corpus.zone).files
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }
    let other = try EventStore.family(zone: corpus.zone)
    let source = try corpus.source(from: folder.url)
    try await other.take(source)
    #expect(try other.digests() == store.digests())
    #expect(try await store.take(source).isAllUnchanged)
  }
}

extension [String] {
  fileprivate subscript(safe index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
