import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// Samples made by us; the names of the columns are those that public readers of the format know.
struct NaraTests {
  private static let columns = [
    "Type", "Profile Name", "Start Date/time (Epoch)", "Note", "Time Zone",
    "[Breastfeed] Begin Side", "[Breastfeed] Left Duration (Seconds)",
    "[Breastfeed] Right Duration (Seconds)", "[Bottle Feed] Type",
    "[Bottle Feed] Breast Milk Volume", "[Bottle Feed] Breast Milk Volume Unit",
    "[Bottle Feed] Formula Volume", "[Bottle Feed] Formula Volume Unit", "[Bottle Feed] Volume",
    "[Bottle Feed] Volume Unit", "[Combo Feed] Left Duration (Seconds)",
    "[Combo Feed] Formula Volume", "[Combo Feed] Formula Volume Unit", "[Diaper] Type",
    "[Diaper] Dirty Color", "[Diaper] Dirty Texture", "[Sleep] Duration (Seconds)",
    "[Sleep] End Date/time (Epoch)", "[Growth] Weight", "[Growth] Weight Unit",
    "[Medical] Medication", "[Medical] Temperature", "[Medical] Temperature Unit",
    "[Routine] Routine", "[Profile] Birth Date", "_profileKey", "_activityKey",
  ]

  private func row(_ type: String, _ key: String, _ cells: [String: String] = [:]) -> String {
    var cells = cells
    cells["Type"] = type
    cells["_activityKey"] = key
    cells["Profile Name"] = cells["Profile Name"] ?? "Mia"
    cells["_profileKey"] = cells["_profileKey"] ?? "c-1"
    cells["Start Date/time (Epoch)"] = cells["Start Date/time (Epoch)"] ?? "1791412200000"
    return Self.columns.map { "\"\(cells[$0] ?? "")\"" }.joined(separator: ",")
  }

  private func source(_ rows: [String]) throws -> NaraFile {
    let header = Self.columns.map { "\"\($0)\"" }.joined(separator: ",")
    return try NaraFile(
      NeighbourStore.file(([header] + rows).joined(separator: "\n"), "nara.csv"),
      now: NeighbourStore.now)
  }

  private var profile: String {
    row("Profile", "", ["[Profile] Birth Date": "2026-05-30", "Start Date/time (Epoch)": ""])
  }

  @Test func `a row whose key and name are two children's is refused`() throws {
    let report = try NeighbourStore().run(
      try source([
        profile, row("Note", "t-1", ["Note": "hers"]),
        row("Note", "t-2", ["Profile Name": "Noor", "_profileKey": "c-2", "Note": "hers, too"]),
        row("Note", "t-3", ["Profile Name": "Mia", "_profileKey": "c-2", "Note": "whose?"]),
        row("Note", "t-4", ["Profile Name": "Mimi", "Note": "an earlier name"]),
      ]))
    #expect(
      report.quarantined.map(\.reason) == [
        "The key is that of “Noor”, and the row names “Mia”."
      ])
    #expect(report.counts.imported == 4)
  }

  @Test func `a child whom no row names is told, and is called by a name all the same`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        row("Profile", "", ["Profile Name": "", "Start Date/time (Epoch)": ""]),
        row("Note", "t-1", ["Profile Name": "", "Note": "whose?"]),
        row("Note", "t-2", ["Profile Name": "", "_profileKey": "c-2", "Note": "named below"]),
        row("Note", "t-3", ["Profile Name": "Noor", "_profileKey": "c-2"]),
      ]))
    #expect(report.warnings.map(\.code) == [.noSubject] && report.warnings.map(\.count) == [1])
    let names = try nursery.store.read { reader in
      try reader.view(CurrentProfiles.self).all().map(\.profile.name)
    }
    #expect(names.sorted() == ["Noor", "Unknown"])
  }

  @Test func `what a row does not tell any more vanishes, and so does what it was before`() throws {
    let nursery = try NeighbourStore()
    func rows(_ medications: String, _ weight: String, _ type: String) throws -> NaraFile {
      try source([
        profile, row("Medical", "t-1", ["[Medical] Medication": medications]),
        row("Growth", "t-2", ["[Growth] Weight": weight, "Note": "visit"]),
        row(type, "t-3", ["Note": "asleep"]),
      ])
    }
    _ = try nursery.run(rows("Iron\nVitamin D\nParacetamol", "4", "Sleep"))
    let report = try nursery.run(rows("Iron\nVitamin D", "", "Note"), removesVanished: true)
    #expect(report.vanished == 3 && report.removed == 3)
    #expect(try nursery.all(MedicationDose.self).map(\.name).sorted() == ["Iron", "Vitamin D"])
    #expect(try nursery.all(BodyMeasurement.self).isEmpty)
    #expect(try nursery.all(SleepSession.self).isEmpty)
    #expect(try nursery.all(Note.self).count == 2)
  }

  @Test func `every type becomes its entry`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        profile,
        row(
          "Breastfeed", "t-1",
          [
            "[Breastfeed] Begin Side": "LEFT", "[Breastfeed] Left Duration (Seconds)": "600",
            "[Breastfeed] Right Duration (Seconds)": "300",
          ]),
        row(
          "Bottle Feed", "t-2",
          [
            "[Bottle Feed] Type": "Breast Milk", "[Bottle Feed] Breast Milk Volume": "60",
            "[Bottle Feed] Breast Milk Volume Unit": "ML",
          ]),
        row(
          "Diaper", "t-3",
          ["[Diaper] Type": "Dirty Wet", "[Diaper] Dirty Color": "YELLOW", "Note": "Big one"]),
        row(
          "Sleep", "t-4",
          [
            "Start Date/time (Epoch)": "1783353600",
            "[Sleep] End Date/time (Epoch)": "1783356600000",
          ]),
        row("Growth", "t-5", ["[Growth] Weight": "4.55", "[Growth] Weight Unit": "KG"]),
        row(
          "Medical", "t-6",
          [
            "[Medical] Medication": "Drops A\nDrops B", "[Medical] Temperature": "101.3",
            "[Medical] Temperature Unit": "F",
          ]),
        row("Medical", "t-7"), row("Routine", "t-8", ["[Routine] Routine": "Tummy time"]),
        row("Milestone", "t-9"), row("Pump", "t-10", ["_profileKey": ""]),
      ]))
    #expect(report.counts.rows == 11)
    #expect(report.counts.skipped == 1)
    #expect(report.counts.quarantined == 0)
    let baby = try #require(try nursery.all(BabyProfile.self).first)
    #expect(baby.birthDate == "2026-05-30")
    #expect(baby.createdAt == Date(timeIntervalSince1970: 1_783_353_600))
    let feeds = try nursery.all(FeedSession.self)
    #expect(Set(feeds.map(\.route)) == [.breast(.both), .bottle])
    #expect(feeds.compactMap(\.amount) == [Amount(60, .millilitre)])
    #expect(try nursery.all(DiaperChange.self).map { [$0.wet, $0.solid] } == [[true, true]])
    let sleep = try #require(try nursery.all(SleepSession.self).first)
    #expect(sleep.durationSeconds == 3000)
    #expect(try nursery.all(MedicationDose.self).map(\.name).sorted() == ["Drops A", "Drops B"])
    let measured = try nursery.all(BodyMeasurement.self).map { "\($0.value) \($0.unitText ?? "")" }
    #expect(Set(measured) == ["4.55 kg", "101.3 F"])
    #expect(
      Set(try nursery.all(ActivitySession.self).map(\.activity)) == [
        .tummyTime, .other("Milestone"),
      ])
    #expect(try nursery.all(PumpingSession.self).map(\.baby) == [nil])
  }

  @Test func `a combined feed is two feeds and one row`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        row(
          "Combo Feed", "t-1",
          [
            "[Combo Feed] Left Duration (Seconds)": "300", "[Combo Feed] Formula Volume": "2",
            "[Combo Feed] Formula Volume Unit": "FLOZ",
          ])
      ]))
    #expect(report.counts.rows == 1)
    let feeds = try nursery.all(FeedSession.self)
    #expect(Set(feeds.map(\.route)) == [.breast(.left), .bottle])
    #expect(feeds.compactMap(\.amount) == [Amount(2, .fluidOunce)])
  }

  @Test func `a child without entries is as old as its birth`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(try source([profile]))
    let baby = try #require(try nursery.all(BabyProfile.self).first)
    #expect(baby.createdAt == date("2026-05-30T00:00:00Z"))
  }

  @Test func `a combined feed that is told twice is left out once`() throws {
    let nursery = try NeighbourStore()
    let feed = row(
      "Combo Feed", "t-1",
      [
        "[Combo Feed] Left Duration (Seconds)": "300", "[Combo Feed] Formula Volume": "2",
        "[Combo Feed] Formula Volume Unit": "FLOZ",
      ])
    let report = try nursery.run(try source([feed, feed, row("Diaper", "")]))
    #expect(report.counts.rows == 3)
    #expect(report.counts.skipped == 1)
    #expect(report.addsUp)
  }

  @Test func `a row that changed at the source changes here, and nothing else`() throws {
    let nursery = try NeighbourStore()
    func bottle(_ volume: String) -> String {
      row(
        "Bottle Feed", "t-1",
        ["[Bottle Feed] Volume": volume, "[Bottle Feed] Volume Unit": "ML"])
    }
    _ = try nursery.run(try source([profile, bottle("60")]))
    let report = try nursery.run(try source([profile, bottle("90")]))
    #expect(report.counts.changed == 1)
    #expect(report.counts.unchanged == 1)
    #expect(try nursery.all(FeedSession.self).map(\.amount?.value) == [90])
  }

  @Test func `a baby of that name that is here already is asked about`() throws {
    let nursery = try NeighbourStore()
    let mia = UUID()
    try nursery.store.append { draft in
      try draft.addBaby(mia, BabyProfile(name: "Mia", createdAt: NeighbourStore.now))
    }
    let work = Import(try source([profile, row("Diaper", "t-1", ["[Diaper] Type": "Wet"])]))
    let plan = try work.plan(in: nursery.store)
    let question = try #require(plan.questions.first)
    #expect(question.choices.map(\.answer) == ["new", mia.uuidString])
    expectError(.unanswered) { try work.commit(plan, to: nursery.store) }
    #expect(try nursery.all(DiaperChange.self).isEmpty)
    _ = try nursery.run(
      try source([profile, row("Diaper", "t-1", ["[Diaper] Type": "Wet"])]),
      answers: [question.id: mia.uuidString])
    #expect(try nursery.all(DiaperChange.self).map(\.baby) == [mia])
    #expect(try nursery.all(BabyProfile.self).count == 1)
    // Nobody is asked twice.
    let again = try Import(try source([profile])).plan(in: nursery.store)
    #expect(again.questions.isEmpty)
  }

  @Test(arguments: ["Mia", "", "5D0D5E0F-6B39-4B4F-8F6C-9C1B62B1E1AA"])
  func `an answer that names nobody here is refused with the question`(answer: String) throws {
    let nursery = try NeighbourStore()
    let error = expectError(.unanswered) {
      try nursery.run(try source([profile]), answers: ["profile:c-1": answer])
    }
    #expect(error?.message.contains("The answer to profile:c-1 is “\(answer)”") == true)
    #expect(try nursery.all(BabyProfile.self).isEmpty)
  }
}
