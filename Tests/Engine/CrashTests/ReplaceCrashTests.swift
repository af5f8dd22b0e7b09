import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// A store’s file is replaced, restored, moved, linked and robbed of its lock, again and again,
/// while two processes append to it and one of them is killed now and then.
///
/// What the old file was is kept each time, so that everything acknowledged must be in one of them.
@Suite(.tags(.slow, .crash)) struct ReplaceCrashTests {
  static let rounds = Environmental.wantsAllKills ? 500 : 8

  @Test func `what was acknowledged is in the file that was open, or in the one after it`() throws {
    let work = try Replacements()
    for _ in 0..<Self.rounds { try work.round() }
    let (acknowledged, stored) = try work.end()
    #expect(acknowledged.count > Self.rounds)
    #expect(acknowledged.subtracting(stored).isEmpty)
  }
}

private final class Replacements {
  private enum Action: CaseIterable { case replace, restore, move, link, unlock, kill }

  private let folder: TemporaryFolder
  private var path: String { folder.path("store") }
  private let files = FileManager.default
  private var random = SeededGenerator(seed: Environmental.number("DAYBOOK_SEED") ?? 1)
  private var victims: [Victim] = []
  private var acknowledged: Set<UUID> = []
  private var stored: Set<UUID> = []

  init() throws {
    folder = try TemporaryFolder()
    let store = try EventStore.open(at: path, schema: Boards().schema)
    try store.close()
    try copy(to: folder.path("first"))
    victims = try (0..<2).map { _ in try Victim("again", at: path) }
  }

  /// One thing happens to the file while both append.
  func round() throws {
    listen()
    switch Action.allCases.randomElement(using: &random) {
    case .replace:
      try copy(to: folder.path("next"))
      try put(folder.path("next"))
    case .restore:
      try files.createDirectory(atPath: folder.path("next"), withIntermediateDirectories: true)
      try files.copyItem(
        atPath: folder.path("first/data.mdb"), toPath: folder.path("next/data.mdb"))
      try put(folder.path("next"))
    case .move:
      // Who has it open goes on in it; who comes later begins a new one.
      let moved = folder.path("moved")
      try files.moveItem(atPath: path, toPath: moved)
      victims.append(try Victim("again", at: path))
      listen()
      for victim in victims.prefix(2) { hear(victim.end()) }
      victims = [victims[2], try Victim("again", at: path)]
      try take(moved)
    case .link:
      let other = folder.path("other")
      try files.createDirectory(atPath: other, withIntermediateDirectories: true)
      try files.linkItem(atPath: path + "/data.mdb", toPath: other + "/data.mdb")
      let third = try Victim("again", at: other)
      hear(third.lines(through: "a"))
      hear(third.end())
      try files.removeItem(atPath: other)
    case .unlock:
      // Nobody else gets in while those who have it open go on; then one after the other does.
      try files.removeItem(atPath: path + "/lock.mdb")
      listen()
      for victim in victims { hear(victim.end()) }
      victims = try victims.map { _ in try Victim("again", at: path) }
    case .kill, nil:
      hear(victims[0].end())
      victims[0] = try Victim("again", at: path)
    }
  }

  /// Ends the processes, and gives what they acknowledged and what is stored.
  func end() throws -> (acknowledged: Set<UUID>, stored: Set<UUID>) {
    listen()
    for victim in victims { hear(victim.end()) }
    try take(path)
    return (acknowledged, stored)
  }

  /// Hears of one more append of each process. It listens to all of them in turn: one whose words
  /// nobody takes in keeps the old file open, and the others out of the new one.
  private func listen() {
    var silent = victims
    while !silent.isEmpty {
      for victim in victims {
        let isRunning = victim.listen(milliseconds: 2)
        let lines = victim.heard()
        hear(lines)
        if !isRunning || lines.contains(where: { $0.hasPrefix("ack") }) {
          silent.removeAll { $0 === victim }
        }
      }
    }
  }

  private func hear(_ lines: [String]) {
    let known = lines.allSatisfy { $0.hasPrefix("ack ") || $0 == "again replaced" }
    #expect(known, "\(lines)")
    acknowledged.formUnion(lines.compactMap { Acknowledgement($0)?.entity })
  }

  /// Copies the store as it is.
  private func copy(to path: String) throws {
    let store = try open(self.path)
    _ = try store.copy(to: path)
    try store.close()
  }

  /// Gives the file of a directory the store's name, and looks into the one that had it.
  private func put(_ directory: String) throws {
    let old = folder.path("old")
    try files.createDirectory(atPath: old, withIntermediateDirectories: true)
    try files.linkItem(atPath: path + "/data.mdb", toPath: old + "/data.mdb")
    #expect(rename(directory + "/data.mdb", path + "/data.mdb") == 0)
    try files.removeItem(atPath: directory)
    // Until both have noticed.
    listen()
    try take(old)
  }

  /// Takes note of what a store has that nobody has open any more, and removes it.
  private func take(_ path: String) throws {
    let store = try open(path)
    #expect(try store.verify().ok)
    try store.read { reader in try reader.replay { stored.insert($0.entity) } }
    try store.close()
    try files.removeItem(atPath: path)
  }

  /// Opens a store as soon as nobody holds its file under another name.
  private func open(_ path: String) throws -> EventStore {
    for _ in 0..<500 {
      do { return try EventStore.open(at: path, schema: Boards().schema) } catch let error
        as StoreError where error.code == .replaced
      {
        for victim in victims {
          _ = victim.listen(milliseconds: 10)
          hear(victim.heard())
        }
      }
    }
    return try EventStore.open(at: path, schema: Boards().schema)
  }
}
