import Daybook
import DaybookTesting
import Foundation
import LMDB
import TemporaryFolders
import crashwriter

/// Cuts the power at every point of a recording, and opens what is left.
struct PowerCut {
  /// Images for each point where something is in flight, besides those with nothing and
  /// everything.
  var draws = 1
  /// Of so many points one is cut at.
  var sparing = 1
  /// Of so many images one is checked in full and appended to.
  var thoroughness = 16
  /// Whether the first fault ends it.
  var endsAtFault = false
  private(set) var images = 0
  private(set) var faults: [String] = []

  private let before: [String: [UInt8]]
  private let recording: Recording
  private let history: [Oracle.Entry]
  private let hasRival: Bool
  private let directory: TemporaryFolder
  private var random: SeededGenerator

  /// Records work on the files that an earlier power cut left, or on none.
  init(
    _ mode: String, seed: UInt64, rival: Bool = false, on before: [String: [UInt8]] = [:]
  ) throws {
    (self.before, hasRival) = (before, rival)
    directory = try TemporaryFolder(inMemory: true)
    random = SeededGenerator(seed: seed)
    let path = directory.path + "/recorded"
    try Self.write(before, to: path)
    recording = try Recording(of: path, mode: mode, seed: seed, rival: rival)
    let store = try EventStore.open(at: path, schema: Boards().schema)
    var oracle = Oracle()
    try store.read { try oracle.read($0) }
    history = oracle.entries
  }

  /// The files that a power cut after the first of the records may leave, `share` of 16 of them.
  func files(after share: Int, _ survival: Survival) -> [String: [UInt8]] {
    var disk = Disk(before, recording)
    let count = recording.records.count * share / 16
    for (number, record) in recording.records.prefix(count).enumerated() {
      disk.apply(record, number: number)
    }
    return disk.image(survival)
  }

  /// Tries every cut.
  ///
  /// From the first promise on, the flushes of the files `deaf` count for nothing, as if the store
  /// did not flush or the disk only said that it had.
  mutating func run(deaf: Set<String> = []) throws {
    let unflushed = recording.files(named: deaf)
    var disk = Disk(before, recording)
    var promised: UInt64 = 0
    var isTested = false
    var points = Int(random.next() % UInt64(sparing))
    for (number, record) in recording.records.enumerated() {
      if record.kind.isFlush, promised > 0, unflushed.contains(record.file) { continue }
      // An image for each change: before the next one, after all that was said meanwhile.
      if record.kind != .said, record.kind != .flush, !isTested {
        if points % sparing == 0 { try cut(disk, promised, number) }
        points += 1
        isTested = true
        if endsAtFault, !faults.isEmpty { return }
      }
      disk.apply(record, number: number)
      if record.kind != .said, record.kind != .flush { isTested = false }
      promised = max(promised, record.promise ?? 0)
    }
    try cut(disk, promised, recording.records.count)
  }

  private mutating func cut(_ disk: Disk, _ promised: UInt64, _ number: Int) throws {
    var survivals = [Survival(.nothing, seed: 0)]
    if !disk.isSettled {
      survivals.append(Survival(.everything, seed: 0))
      for _ in 0..<draws {
        let way = Survival.Way.allCases.dropFirst(2).randomElement(using: &random) ?? .sectors
        survivals.append(Survival(way, seed: random.next()))
      }
    }
    for survival in survivals {
      images += 1
      let isThorough = images % thoroughness == 0
      if let fault = try fault(disk.image(survival), promised, isThorough) {
        faults.append("before record \(number), \(survival), \(promised) promised: \(fault)")
      }
    }
  }

  /// What is wrong with an image; nil when it holds all that was promised.
  private mutating func fault(
    _ files: [String: [UInt8]], _ promised: UInt64, _ isThorough: Bool
  ) throws -> String? {
    let path = directory.path + "/image"
    try? FileManager.default.removeItem(atPath: path)
    var files = files
    // What a lock file says after a power cut must not matter.
    if images % 4 == 0 {
      files["lock.mdb"] = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    try Self.write(files, to: path)
    if files["data.mdb"] == nil, promised > 0 { return "there is no data file" }
    do {
      // LMDB would die of pages that are not sound, and the test with it.
      try checkPages(path)
      let store = try EventStore.open(at: path, schema: Boards().schema)
      var oracle = Oracle()
      try store.read { try oracle.read($0) }
      if let fault = compare(oracle.entries, promised) { return fault }
      return isThorough ? try goOn(store) : nil
    } catch {
      return "\(error)"
    }
  }

  private static func write(_ files: [String: [UInt8]], to path: String) throws {
    if files.isEmpty { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }

  private func checkPages(_ path: String) throws {
    let environment = try Environment(path: path)
    try environment.checkPages()
  }

  /// The transactions must be the first of those that the recorded process wrote.
  ///
  /// Those of the commit that its rival was killed in may be the last: its record was written and
  /// nothing promised, and the other process gave their numbers to transactions of its own.
  private func compare(_ entries: [Oracle.Entry], _ promised: UInt64) -> String? {
    if UInt64(entries.count) < promised { return "the log ends at \(entries.count)" }
    for (entry, written) in zip(entries, history) where entry != written {
      if hasRival, entry.number > promised { continue }
      return "transaction \(entry.number) is not what was written"
    }
    return entries.count > history.count ? "more than was written" : nil
  }

  /// Checks all of it, appends, and checks again.
  private func goOn(_ store: EventStore) throws -> String? {
    for round in 0..<2 as Range<Int64> {
      let checks = try store.verify().checks.filter { !$0.ok }
      if let check = checks.first { return "round \(round), \(check.name): \(check.detail)" }
      try store.append { draft in
        try draft.append(CounterEvent(.opened, Mark(value: round), text: "after"), to: UUID())
      }
    }
    return nil
  }
}

extension Oracle.Entry: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.number == other.number && one.retracts == other.retracts
      && one.events.elementsEqual(other.events) { $0.id == $1.id && $0.event == $1.event }
  }
}
