import CoreDataInterchange
import Foundation
import GRDB

/// A store that a script has made, in a folder of its own, with its app still running.
final class FixtureStore: Sendable {
  static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

  let folder: URL
  let url: URL
  fileprivate let app: DatabaseQueue

  /// Runs scripts of `Fixtures`. What follows a line `-- in the log alone` stays out of the store.
  init(_ scripts: String..., name: String = "BabyDashboard.sqlite", more: String = "") throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent(name)
    app = try DatabaseQueue(path: url.path)
    try app.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    }
    for script in scripts {
      let text = try String(
        contentsOf: Self.fixtures.appendingPathComponent(script + ".sql"), encoding: .utf8)
      let parts = text.components(separatedBy: "-- in the log alone")
      try run(parts[0])
      try checkpoint()
      for part in parts.dropFirst() { try run(part) }
    }
    if !more.isEmpty { try run(more) }
  }

  deinit {
    try? app.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Changes the store as its app would, in one transaction.
  func run(_ sql: String) throws {
    try app.write { try $0.execute(sql: sql) }
  }

  /// Reads the store as it is.
  func read() throws -> CoreDataStore { try CoreDataStore(url.path) }

  /// Takes the log into the store.
  func checkpoint() throws {
    try app.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// The names and bytes of all files in the folder.
  func files() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      found[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    return found
  }

  /// A copy that no app has open, in a folder of its own within this one.
  func closedCopy(_ suffixes: [String] = ["", "-wal"]) throws -> URL {
    let copy = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    let target = copy.appendingPathComponent(url.lastPathComponent)
    for suffix in suffixes {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: target.path + suffix)
    }
    return target
  }
}

extension FixtureStore {
  /// Runs a body while the app holds a lock.
  func holding(_ begin: String, _ body: () throws -> Void) throws {
    try app.writeWithoutTransaction { database in
      try database.execute(sql: begin)
      try body()
      try database.execute(sql: "ROLLBACK")
    }
  }
}
