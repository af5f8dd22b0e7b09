import DaybookTesting
import Foundation
import Testing

/// Processes that work in one store until they are killed, at times that the seed draws, from their
/// start or from when all had opened the store.
struct KillRound {
  /// What works at the same time; the first alone publishes, compacts and empties the inbox.
  static let crews: [[String]] = [
    ["mixed"], ["mixed-often"], ["mixed", "mixed-rival"], ["mixed-often", "mixed-rival"],
    // Both keep the same rows, by other parameters.
    ["mixed", "mixed-rival-other"],
    ["import"], ["import", "import"],
    // Neither knows the other's kinds and rows.
    ["mixed", "import"],
  ]

  let path: String
  private(set) var promises = Promises()
  private(set) var imports = Imports()
  private(set) var kills = 0
  /// What the killed were doing, and how often.
  private(set) var hits: [String: Int] = [:]
  private var random: SeededGenerator
  private var turn: UInt64

  /// Begins with the crew of a number, so that stores with other numbers are made by others.
  init(path: String, seed: UInt64, turn: UInt64) {
    self.path = path
    self.turn = turn
    random = SeededGenerator(seed: seed)
  }

  /// Kills a crew, each in its turn, and gives what is wrong with what it left.
  ///
  /// What was imported is looked at after each import, and once more after the last kill.
  mutating func run(number: UInt64, isLast: Bool) throws -> [String] {
    let crew = Self.crews[Int(turn % UInt64(Self.crews.count))]
    turn += 1
    let importsFiles = crew.contains("import")
    let delays = drawnDelays(crew.count, importsFiles ? 300_000 : 120_000)
    let note = "\(crew.joined(separator: " with ")) killed after \(delays) µs"
    if importsFiles { try imports.begin(number, beside: path) }
    let isNew = !FileManager.default.fileExists(atPath: path + "/data.mdb")
    let victims = try crew.enumerated().map { index, mode in
      let seed = mode == "import" ? number : number * 8 + UInt64(index)
      return try Victim(mode, at: path, seed: seed)
    }
    var faults: [String] = []
    let opened = Bool.random(using: &random) ? victims.map { $0.lines(through: "open") } : nil
    for (victim, lines) in Self.kill(victims, after: delays, opened) {
      if victim.wasKilled { kills += 1 } else { faults.append("\(note): ended by itself") }
      hits[Self.work(lines, isNew), default: 0] += 1
      promises.hear(lines)
      imports.hear(lines)
      faults += lines.filter { Self.isFault($0, crew) }.map { "\(note): \($0)" }
    }
    faults += try Inspection(of: path).faults(promises).map { "\(note): \($0)" }
    if !importsFiles, !isLast { return faults }
    return try faults + imports.faults(in: path).map { "\(note): \($0)" }
  }

  /// All at once, or each at its own time, when the others go on.
  private mutating func drawnDelays(_ count: Int, _ longest: UInt64) -> [UInt64] {
    let first = UInt64.random(in: 0...longest, using: &random)
    let isAtOnce = Bool.random(using: &random)
    return [first]
      + (1..<count).map { _ in
        isAtOnce ? first : UInt64.random(in: 0...longest, using: &random)
      }
  }

  /// Kills each at its time, in microseconds from now, and gives what it said, `before` included.
  ///
  /// All are listened to meanwhile, so that none waits for its pipe.
  private static func kill(
    _ victims: [Victim], after delays: [UInt64], _ before: [[String]]?
  ) -> [(victim: Victim, lines: [String])] {
    let start = DispatchTime.now().uptimeNanoseconds
    var said: [(victim: Victim, lines: [String])] = []
    for index in victims.indices.sorted(by: { delays[$0] < delays[$1] }) {
      while DispatchTime.now().uptimeNanoseconds < start + delays[index] * 1000 {
        for victim in victims { _ = victim.listen(milliseconds: 1) }
      }
      said.append((victims[index], (before?[index] ?? []) + victims[index].end()))
    }
    return said
  }

  /// What a process was doing that said these lines.
  private static func work(_ lines: [String], _ isNew: Bool) -> String {
    if !lines.contains("open") { return isNew ? "creation" : "opening" }
    return lines.last { $0.hasPrefix("step ") }.map { String($0.dropFirst(5)) } ?? "opened"
  }

  /// What a process must not say that meets no failure but others' kills.
  private static func isFault(_ line: String, _ crew: [String]) -> Bool {
    let words = line.split(separator: " ").map(String.init)
    if words[0] == "error" || words[0] == "rejected" || line.contains("untyped") { return true }
    guard words[0] == "failed" || words[0] == "fail", words.count > 2 else { return false }
    switch (words[0] == "failed" ? words[1] : "append", words[2]) {
    // Another process has it open, or has purged the place or the transaction by then.
    case ("compact", "alreadyOpen"), ("purge", "expiredToken"): return false
    case ("append", "noSuchTransaction"): return crew.count == 1
    case ("rebuild", "viewKeptByOther"): return !crew.contains("mixed-rival-other")
    default: return true
    }
  }
}
