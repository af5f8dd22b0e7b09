import Daybook
import Nursery
import TestRun
import Testing

/// What a store says after an import of Baby Buddy's sets, against what SQL says about its
/// database.
@Suite(.tags(.slow)) struct BabyBuddyTruthTests {
  @Test(arguments: [(CorpusFolder.oneChild, 2_391), (.threeChildren, 2_285)])
  func `every cell of every local day is the database's`(
    folder: CorpusFolder, cells: Int
  ) async throws {
    try await checkDays(folder, "daily-local", zone: folder.zone, cells: cells)
  }

  @Test(arguments: [(CorpusFolder.oneChild, 2_390), (.threeChildren, 2_273)])
  func `every cell of every day of UTC is the database's`(
    folder: CorpusFolder, cells: Int
  ) async throws {
    try await checkDays(folder, "daily-utc", zone: "UTC", cells: cells)
  }

  private func checkDays(
    _ folder: CorpusFolder, _ name: String, zone: String, cells: Int
  ) async throws {
    let truth = try BabyBuddyTruthValue.read(folder, name)
    let imported = try await BabyBuddyTruthStore(folder, zone: zone)
    let store = imported.store
    var compared = 0
    for (child, days) in truth {
      let baby = try imported.baby(child)
      for day in try imported.days() {
        let expected = days["\(day)"] ?? [:]
        let report = try store.read { try $0.dayReport(on: day, of: baby) }
        let (found, wanted) = (BabyBuddyTruthCells.of(report), BabyBuddyTruthCells.flat(expected))
        for cell in Set(found.keys).union(wanted.keys).sorted() {
          // The truth leaves out some cells that are zero, and has others.
          #expect(found[cell] ?? "0" == wanted[cell] ?? "0", "\(child) \(day) \(cell)")
        }
        compared += expected.count
      }
    }
    #expect(compared == cells)
  }

  @Test(arguments: CorpusFolder.generated)
  func `the seconds slept on each day are the database's`(folder: CorpusFolder) async throws {
    let truth = try folder.expected(
      "sleep-seconds-split-at-local-midnight", as: [String: [String: Int64]].self)
    let imported = try await BabyBuddyTruthStore(folder, zone: folder.zone)
    var compared = 0
    for (child, days) in truth {
      let slept = try imported.sleptSeconds(imported.baby(child), zone: folder.zone)
      for day in Set(slept.keys).union(days.keys).sorted() {
        #expect(Int64((slept[day] ?? 0).rounded()) == days[day] ?? 0, "\(child) \(day)")
        compared += days[day] == nil ? 0 : 1
      }
    }
    #expect(compared == truth.values.reduce(0) { $0 + $1.count })
  }

  @Test(arguments: [(CorpusFolder.oneChild, 17), (.threeChildren, 51)])
  func `every last entry is the database's in every field`(
    folder: CorpusFolder, rows: Int
  ) async throws {
    let truth = try BabyBuddyTruthValue.read(folder, "last")
    let imported = try await BabyBuddyTruthStore(folder, zone: folder.zone)
    var compared = 0
    for (child, wanted) in truth {
      for (name, row) in wanted {
        let found = try imported.store.read {
          try BabyBuddyTruthLast.row(name, imported.baby(child), $0)
        }
        #expect(Set(found.keys).isSuperset(of: row.keys), "\(child) \(name)")
        for (field, value) in row {
          #expect(
            found[field] == BabyBuddyTruthLast.asExported(value.description),
            "\(child) \(name) \(field)")
        }
        compared += 1
      }
    }
    #expect(compared == rows)
  }
}
