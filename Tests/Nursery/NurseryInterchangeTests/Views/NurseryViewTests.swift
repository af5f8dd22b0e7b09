import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// Views as tables, now and as they were.
@Suite(.tags(.slow)) struct NurseryViewTests {
  private static let day = date("2026-11-20T08:00:00Z")

  /// Two babies with an entry of every kind, and what stands beside the entries.
  private static func family() throws -> (store: EventStore, noor: UUID) {
    let store = try EventStore.family(zone: "Europe/Amsterdam")
    let (noor, mina) = (UUID(), UUID())
    let later = day.addingTimeInterval(600.25)
    try store.append { draft in
      try draft.addBaby(noor, BabyProfile(name: "Noor", createdAt: day, birthDate: "2026-11-01"))
      try draft.addBaby(mina, BabyProfile(name: "Mina, \"M\"", createdAt: later))
    }
    try store.append { draft in
      try draft.record(
        UUID(),
        FeedSession(
          baby: noor, start: day, end: later, amount: Amount(118.29411764705883, unitText: "ml"),
          content: .formula, route: .bottle, memo: "a, \"b\" #sick", tags: ["Leak", "x, y"]))
      try draft.record(UUID(), FeedSession(baby: noor, start: later, end: later))
      try draft.record(UUID(), FeedSession(baby: noor, start: later, end: later))
      try draft.record(UUID(), FeedSession(start: later, end: later, amount: Amount(0, .litre)))
      try draft.record(
        UUID(), DiaperChange(baby: mina, time: day, wet: true, color: "", amount: 2.5))
      try draft.record(
        UUID(), SleepSession(baby: noor, start: day, end: later, SleepDetails(nap: true)))
      try draft.record(
        UUID(),
        PumpingSession(
          baby: mina, start: day, end: later,
          PumpingDetails(left: Amount(3, unitText: "oz"), right: Amount(40, .millilitre))))
      try draft.record(
        UUID(),
        ActivitySession(
          baby: noor, start: day, end: later, ActivityDetails(activity: .tummyTime, text: "rolled"))
      )
    }
    try store.append { draft in
      try draft.record(
        UUID(),
        BodyMeasurement(
          baby: noor, day: CivilDay(day: day),
          MeasurementDetails(measure: .weight, value: 4.2, unitText: "kg")))
      try draft.record(
        UUID(),
        MedicationDose(
          baby: noor, start: day,
          MedicationDetails(
            name: "Vitamin D", dosage: Amount(2, unitText: "drops"), nextDoseInterval: 86_400)))
      try draft.record(UUID(), Note(baby: noor, start: day, NoteDetails(), memo: "first smile"))
      try draft.record(
        UUID(), CustomEvent(baby: noor, start: day, CustomEventDetails(name: "Bath", emoji: "🛁")))
      _ = try draft.addCustomEventType(name: "Bath", emoji: "🛁", at: day, id: UUID())
      try draft.addChecklistItem(name: "Bath", emoji: "🛁", of: noor, at: day, id: UUID())
      try draft.append(
        TimerEvent.started(RunningTimer(baby: noor, name: "nap", start: day, user: "Ada")),
        to: UUID())
    }
    return (store, noor)
  }

  private static func text(
    _ view: NurseryView, _ format: TableFormat, of store: EventStore,
    asOf token: History.Token? = nil, baby: UUID? = nil
  ) throws -> String {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("view")
    let writer = NurseryViewWriter(view, as: format, baby: baby)
    if let token {
      try store.read(asOf: token) { _ = try writer.write($0, to: url.path) }
    } else {
      try store.read { _ = try writer.write($0, to: url.path) }
    }
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test func `a view at a token is that of a store whose log ends there`() async throws {
    let (store, noor) = try Self.family()
    let tokens = try store.read { reader in
      try [2, 3, 4].compactMap { try reader.transaction($0)?.token }
    }
    let feeds = try store.feeds()
    try await store.append { draft in
      for feed in feeds { try draft.delete(FeedSession.self, feed.id) }
      try draft.editBaby(noor) { $0.name = "Nora" }
    }
    for token in tokens {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("log.ndjson")
      let log = try await LogFile.write(store, through: token, to: file.path)
      let early = try EventStore.family(zone: "Europe/Amsterdam")
      _ = try await log.absorb(into: early, now: Self.day)
      for view in NurseryView.allCases {
        for format in TableFormat.allCases {
          let then = try Self.text(view, format, of: store, asOf: token)
          #expect(try Self.text(view, format, of: early) == then, "\(view) \(format)")
        }
      }
    }
  }

  @Test(arguments: NurseryView.allCases)
  func `each view has rows, and the same in every format`(view: NurseryView) throws {
    let (store, _) = try Self.family()
    let csv = try Self.text(view, .csv, of: store)
    let table = try CSVFile(SourceFile(bytes: Array(csv.utf8), name: "view.csv"))
    #expect(table.columns == view.columns)
    let json = try JSONSerialization.jsonObject(
      with: Data(Self.text(view, .json, of: store).utf8))
    let objects = try #require(json as? [[String: Any]])
    #expect(!objects.isEmpty)
    #expect(objects.allSatisfy { Set($0.keys) == Set(view.columns) })
    var rows = 0
    try table.forEachRow { row in
      let object = objects[row.index]
      for column in table.columns where object[column] is String {
        #expect(row[column] == object[column] as? String)
      }
      rows += 1
    }
    #expect(rows == objects.count)
    let lines = try Self.text(view, .ndjson, of: store)
    #expect(lines.split(separator: "\n").count == rows)
  }

  @Test func `a feed is told exactly as it was typed`() throws {
    let (store, _) = try Self.family()
    let csv = try Self.text(.feeds, .csv, of: store)
    let table = try CSVFile(SourceFile(bytes: Array(csv.utf8), name: "feeds.csv"))
    var last: CSVFile.Row?
    try table.forEachRow { last = $0 }
    let row = try #require(last)
    #expect(row["babyName"] == "Noor")
    #expect(row["start"] == "2026-11-20T08:00:00Z")
    #expect(row["startExact"] == "")
    #expect(row["end"] == "2026-11-20T08:10:00Z")
    #expect(row["endExact"] == "2026-11-20T08:10:00.250000Z")
    #expect(row["amount.value"] == "118.29411764705883")
    #expect(row["amount.unit"] == "ml")
    #expect(row["memo"] == "a, \"b\" #sick")
    #expect(row["tags"] == "[\"Leak\",\"x, y\"]")
  }

  @Test(arguments: NurseryView.allCases.filter(\.isOfBabies))
  func `one baby's rows are those of the baby among all`(view: NurseryView) throws {
    let (store, noor) = try Self.family()
    func objects(_ baby: UUID?) throws -> [[String: Any]] {
      let text = try Self.text(view, .json, of: store, baby: baby)
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return try #require(json as? [[String: Any]])
    }
    guard view != .days else { return #expect(try objects(noor).count == 1) }
    let key = view == .profiles ? "id" : "baby"
    let own = try objects(noor)
    let among = try objects(nil).filter { $0[key] as? String == noor.uuidString }
    #expect(own.count == among.count)
    let isUsed = view != .diapers && view != .pumpings
    #expect(own.isEmpty != isUsed)
    let mina = try #require(try store.babies()["Mina, \"M\""])
    let hers = try objects(nil).filter { $0[key] as? String == mina.uuidString }
    #expect(try objects(mina).count == hers.count)
  }

  @Test(arguments: CorpusFolder.generated)
  func `totals of an imported household are those of its history`(corpus: CorpusFolder)
    async throws
  {
    let store = try await ImportedCorpus.of(corpus).store
    let csv = try Self.text(.totals, .csv, of: store)
    let table = try CSVFile(SourceFile(bytes: Array(csv.utf8), name: "totals.csv"))
    var feeds = 0
    try table.forEachRow { feeds += Int($0["feedCount"]) ?? 0 }
    #expect(try feeds == store.feeds().count)
    let entries = try Self.text(.entries, .ndjson, of: store).split(separator: "\n").count
    #expect(
      try entries
        == store.read { try $0.view(HistoryGroups.self).rows(HistoryGroups.entries).count })
  }
}

extension CivilDay {
  fileprivate init(day: Date) {
    self.init(daysSince1970: Int32(day.timeIntervalSince1970 / 86_400))
  }
}
