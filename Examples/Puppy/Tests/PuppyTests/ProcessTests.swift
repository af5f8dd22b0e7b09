#if os(Linux) || os(macOS)
import Daybook
import Foundation
import Puppy
import Testing

/// OL-6: the app and an extension write into one store.
struct ProcessTests {
  @Test func `OL-6: two processes write 1,000 entries each, and none is lost`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("puppy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("store").path
    let log = PuppyLog(store: try .open(at: path, schema: .puppy), person: "Ada")
    async let other: Void = Self.another(path)
    var tokens: [History.Token] = []
    for number in 0..<1_000 {
      try await Self.record(number, in: log)
      tokens.append(try log.token)
    }
    await other
    #expect(tokens == tokens.sorted())
    #expect(try log.entries().count == 2_000)
    let authors = try log.store.read { try $0.transactions() }.map(\.author)
    #expect(authors.count { $0 == "Siri" } == 1_000)
    #expect(try await log.store.verify().ok)
    try await log.store.close()
  }

  /// The extension, as a process of its own.
  private static func another(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await ProcessTests.write(path)
    }
  }

  private static func write(_ path: String) async throws {
    let log = PuppyLog(store: try .open(at: path, schema: .puppy), person: "Siri")
    for number in 0..<1_000 { try await record(number, in: log) }
    try await log.store.close()
  }

  /// As `PuppyLog.record`, but nobody waits for the disk.
  private static func record(_ number: Int, in log: PuppyLog) async throws {
    let meal = DiaryEntry(.meal, at: date("2026-03-01T00:00:00Z") + Double(number))
    try await log.store.append(author: log.person, durability: .relaxed) { draft in
      try draft.append(.recorded(meal), to: ID<Kept<DiaryEntry>>.timeOrdered())
    }
  }
}
#endif
