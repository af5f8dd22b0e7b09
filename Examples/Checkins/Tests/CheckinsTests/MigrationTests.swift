import Checkins
import Daybook
import Foundation
import Interchange
import Testing

/// PL-1.
struct MigrationTests {
  private func write(_ text: String, _ name: String, _ folder: URL) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func text(_ name: String, _ folder: URL) -> String? {
    try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func `PL-1: the first of two records with one id wins, and the file gets its new name`()
    async throws
  {
    try await withFolder { folder in
      let log = try checkInLog()
      let told = "[\(record(1, "first")),\(record(2, "Pier 3")),\(record(1, "second"))]"
      try write(told, "checkins.json", folder)
      let outcome = try await CheckInMigration(documents: folder).run(into: log)
      #expect(outcome.imported == 2)
      #expect(outcome.isRenamed)
      #expect(Set(try log.names()) == ["first", "Pier 3"])
      #expect(text("checkins.json", folder) == nil)
      #expect(text("checkins.json.migrated", folder) == told)
      let token = try log.token
      #expect(try await CheckInMigration(documents: folder).run(into: log).imported == 0)
      #expect(try log.token == token)
    }
  }

  @Test func `PL-1: without a file there is nothing to do`() async throws {
    try await withFolder { folder in
      let log = try checkInLog()
      let outcome = try await CheckInMigration(documents: folder).run(into: log)
      #expect(outcome.imported == 0)
      #expect(!outcome.isRenamed)
      #expect(try log.token.number == 0)
    }
  }

  static let bad = [
    "", "null", "{}", "[1]", "[{}]", "[" + record(1, "a") + ",", "\u{0}",
    "[\(record(1, "a")),\(record(2, "b", at: "yesterday"))]",
    "[\(record(1, "a")),\(record(2, "b", at: "2025-12-27T17:12Z"))]",
    "[\(record(1, "a")),\(record(2, "b", at: "2025-12-27T17:12:04Z…"))]",
    "[\(record(1, "a")),\(record(2, "b", latitude: "null"))]",
    "[\(record(1, "a")),\(record(2, "b", latitude: "1e999"))]",
    "[\(record(1, "a")),\(record(2, "b").replacing("\"name\"", with: "\"nam\""))]",
    "[\(record(1, "a")),\(record(2, "b").replacing("\"address\":\"\"", with: "\"address\":null"))]",
    "[\(record(1, "a")),\(record(2, "b").replacing("\(id(2))", with: "2"))]",
    "[\(record(1, "a")),\(record(2, "b").replacing("\"name\":\"b\"", with: "\"name\":\"b\",\"category\":3"))]",
  ]

  @Test(arguments: bad)
  func `PL-1: a bad file imports nothing, stays untouched and is tried again`(told: String)
    async throws
  {
    try await withFolder { folder in
      let log = try checkInLog()
      try write(told, "checkins.json", folder)
      let migration = CheckInMigration(documents: folder)
      let error = await #expect(throws: InterchangeError.self) {
        try await migration.run(into: log)
      }
      #expect(error?.file == "checkins.json")
      #expect(try log.token.number == 0)
      #expect(text("checkins.json", folder) == told)
      #expect(text("checkins.json.migrated", folder) == nil)
      try write("[\(record(1, "good"))]", "checkins.json", folder)
      #expect(try await migration.run(into: log).imported == 1)
    }
  }

  @Test func `PL-1: a migrated file that is there stays, and so does the original`() async throws {
    try await withFolder { folder in
      let log = try checkInLog()
      try write("older", "checkins.json.migrated", folder)
      try write("[\(record(1, "a"))]", "checkins.json", folder)
      let migration = CheckInMigration(documents: folder)
      let first = try await migration.run(into: log)
      #expect(first.imported == 1)
      #expect(!first.isRenamed)
      #expect(text("checkins.json.migrated", folder) == "older")
      #expect(text("checkins.json", folder) == "[\(record(1, "a"))]")
      // What a person does meanwhile stays.
      try await log.move(id(1), to: date("2026-01-01T00:00:00Z"))
      let token = try log.token
      #expect(try await migration.run(into: log).imported == 0)
      #expect(try log.token == token)
    }
  }

  @Test func `PL-1: a launch that was killed before the file was renamed is gone on with`()
    async throws
  {
    try await withFolder { folder in
      let log = try checkInLog()
      try write("[\(record(1, "a"))]", "checkins.json", folder)
      // The first launch came as far as the store.
      let source = try CheckInFile(SourceFile(folder.appendingPathComponent("checkins.json").path))
      _ = try await Import(source, author: "Ada").run(into: log.store)
      let outcome = try await CheckInMigration(documents: folder).run(into: log)
      #expect(outcome.imported == 0)
      #expect(outcome.isRenamed)
      #expect(try log.names() == ["a"])
    }
  }

  @Test func `coordinates are rounded, and the file's numbers kept`() async throws {
    let log = try checkInLog()
    _ = try await log.importJSON(file("[\(record(1, "a", latitude: "37.80120049999"))]"))
    let checkIn = try #require(try log.all().first?.checkIn)
    #expect(checkIn.latitude.degrees == 37.8012)
    #expect(checkIn.latitude.text == "37.80120049999")
    #expect(Coordinate(0.0000005).degrees == 0.000001)
    #expect(Coordinate(-0.0000005).degrees == -0.000001)
  }
}
