import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange

/// Imports of one family's files by the importers that apps use.
///
/// `imported APP NEW` is said when an import returned, with how many entries it has made. `inspect`
/// says `missing APP COUNT`, what is not there yet, then imports that too and says `flaw TEXT` for
/// what is there twice, differs from the files or is not whole; at last `inspected`.
struct Importing: Sendable {
  private let files: ImportFiles
  private let buddy: BabyBuddyFolder
  private let dashboard: BabyDashboardFiles
  private let store: EventStore

  init(path: String, number: UInt64) throws {
    files = ImportFiles(number, beside: path)
    buddy = try BabyBuddyFolder(
      files.folder.path,
      options: BabyBuddyOptions(
        zone: "UTC", units: [.volume: "mL"], instance: files.instance,
        now: Date(timeIntervalSince1970: 1_800_000_000)))
    dashboard = try BabyDashboardFiles(
      feeds: SourceFile(bytes: files.dashboard, name: "feeds.csv"), diapers: nil)
    let boundary = try DayBoundary(zone: "UTC")
    store = try EventStore.open(at: path, schema: .nursery(boundary: boundary).importing())
    Output.line("open")
  }

  /// Imports over and over; from the second time on there is nothing to do.
  func run() {
    finish {
      while true {
        Output.line("step import")
        Output.line("imported babybuddy \(try await importBuddy().counts.imported)")
        Output.line("imported babydashboard \(try await importDashboard().counts.imported)")
      }
    }
  }

  func inspect() { finish { try await compare() } }

  /// Waits for what suspends; an error ends the process.
  private func finish(_ body: @escaping @Sendable () async throws -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
      do { try await body() } catch { Output.fail(error) }
      done.signal()
    }
    done.wait()
  }

  private func compare() async throws {
    try expectWhole()
    Output.line("missing babybuddy \(try await importBuddy().counts.imported)")
    Output.line("missing babydashboard \(try await importDashboard().counts.imported)")
    let reports = [try await importBuddy(), try await importDashboard()]
    for report in reports where report.counts.unchanged != report.counts.rows {
      Output.line("flaw an import of what is there: \(report)")
    }
    try expectOnce()
    try expectWhole()
    Output.line("inspected")
  }

  private func importBuddy() async throws -> ImportReport {
    try await Import(buddy).run(into: store)
  }

  private func importDashboard() async throws -> ImportReport {
    try await Import(dashboard).run(into: store)
  }

  /// Each entry that any import made has one event, and this family's are all there.
  private func expectOnce() throws {
    try store.read { reader in
      var own = 0
      let babies = try reader.view(CurrentProfiles.self).all().filter {
        $0.profile.name.hasSuffix(" \(files.instance)")
      }
      try reader.view(HistoryGroups.self).forEach(HistoryGroups.entries) { key, entry in
        let events =
          if case .diaper = entry {
            try reader.events(of: DiaperChange.self, key.id).count
          } else {
            try reader.events(of: FeedSession.self, key.id).count
          }
        if events != 1 { Output.line("flaw \(key.id) was written \(events) times") }
        if babies.contains(where: { $0.id == entry.baby }) { own += 1 }
        return true
      }
      let expected = ImportFiles.buddyEntries + ImportFiles.dashboardEntries
      if babies.count != 2 || own != expected {
        Output.line("flaw \(babies.count) babies with \(own) entries")
      }
    }
  }

  private func expectWhole() throws {
    for check in try store.verify().checks where !check.isSound {
      Output.line("flaw verify, \(check.name): \(check.detail)")
    }
  }
}
