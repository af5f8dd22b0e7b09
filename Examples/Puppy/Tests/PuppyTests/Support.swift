import Daybook
import DaybookTesting
import Foundation
import Interchange
import Puppy

/// A log with a store of its own, which ends with the test.
func puppyLog(_ person: String = "Ada") throws -> PuppyLog {
  PuppyLog(store: try .temporary(schema: .puppy, options: TestClock().options), person: person)
}

let amsterdam = TimeZone(identifier: "Europe/Amsterdam") ?? .gmt

/// The files of Ollie in a folder of their own, removed when this goes.
final class OllieTree: Sendable {
  let folder: URL

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("puppy-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, _ name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The names of the archives, drafts too.
  var archives: [String] {
    let place = folder.appendingPathComponent("data-archive").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
  }

  func source() throws -> OllieFolder { try OllieFolder(folder, zone: amsterdam) }

  func run(into log: PuppyLog, now: Date = date("2026-04-01T10:00:00Z")) async throws
    -> ImportReport
  {
    try await OllieMigration(folder: folder, zone: amsterdam).run(into: log, now: now)
  }
}

func id(_ number: Int) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
}

func date(_ text: String) -> Date {
  // The tests' own texts are dates.
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}

extension PuppyLog {
  /// All entries, newest first.
  func entries() throws -> [DiaryEntry] {
    try store.read { try $0.rows(EntriesByTime.all.descending) }.map(\.row)
  }

  func all<Value: KeptValue>(_ type: Value.Type) throws -> [Value] {
    try store.read { try $0.entities(of: Kept<Value>.self) }.map(\.value)
  }

  var token: History.Token { get throws { try store.read { try $0.token() } } }

  /// Every state and every imported row, to compare two stores.
  func states() throws -> [ID<Kept<DiaryEntry>>: Kept<DiaryEntry>] {
    let all = try store.read { try $0.entities(of: Kept<DiaryEntry>.self) }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.state) })
  }
}
