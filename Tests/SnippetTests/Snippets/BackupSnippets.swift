import Daybook
import Foundation
import Interchange
import Testing

private enum Backups {
  static func backUp(_ store: EventStore, in folder: String) async throws -> Backup.Report {
    // snippet: backup-run
    let backup = Backup(folder)
    let report = try await backup.run(store, keep: RetentionPolicy("7d,4w,12m"))
    for point in report.made { print(point.name, point.transaction, point.size) }
    if let problem = report.problem { print("an older backup is damaged:", problem) }
    // end
    return report
  }

  static func restore(
    _ folder: String, into path: String, schema: Schema, yesterday: Date
  ) async throws -> Backup.Restored {
    // snippet: backup-restore
    let restored = try await Backup(folder).restore(
      to: .time(yesterday), into: path, schema: schema)
    print("restored to transaction", restored.transaction, "from", restored.sources)
    // end
    return restored
  }

  static func move(_ store: EventStore, to other: EventStore, file: String) async throws -> UInt64 {
    // snippet: backup-log
    let log = try await LogFile.write(store, to: file)
    let report = try await log.absorb(into: other)
    print(report.absorbed, "of", report.transactions, "transactions were new")
    // end
    return report.absorbed
  }
}

struct BackupSnippetRuns {
  @Test func `a backup is made and restored, and a log moves`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = Schema().entity(Basket.self)
    let store = try EventStore.open(at: folder.appendingPathComponent("store").path, schema: schema)
    try await store.append { try $0.append(BasketEvent.filled(Basket(count: 3)), to: UUID()) }

    let backups = folder.appendingPathComponent("backups").path
    #expect(try await Backups.backUp(store, in: backups).transaction == 1)
    let path = folder.appendingPathComponent("restored").path
    let later = Date().addingTimeInterval(60)
    let restored = try await Backups.restore(
      backups, into: path, schema: schema, yesterday: later)
    #expect(restored.transaction == 1)
    let other = try EventStore.temporary(schema: schema)
    let file = folder.appendingPathComponent("log.ndjson")
    #expect(try await Backups.move(store, to: other, file: file.path) == 1)
  }
}

private struct Basket: Entity, FieldPayload {
  typealias Event = BasketEvent
  static let kind = "backup.basket"

  var count = 0

  mutating func fields(_ field: inout some FieldCoding) throws { try field(1, &count) }

  static func fold(_ state: inout Basket?, _ event: BasketEvent) {
    switch event {
    case .filled(let basket): state = basket
    }
  }
}

private enum BasketEvent: FieldEntityEvent {
  case filled(Basket)

  static let types: [EventType] = ["basket.filled"]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .filled(let basket): event(0, basket)
    }
  }

  static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> BasketEvent {
    .filled(try reader.payload())
  }
}
