import DaybookTesting
import Foundation
import Testing

/// Processes that work in one store until they are killed, at a time that the seed draws.
struct KillRound {
  /// What works at the same time; the first alone publishes, compacts and empties the inbox.
  static let crews: [[String]] = [
    ["mixed"], ["mixed-once"], ["mixed", "mixed-rival"], ["mixed-once", "mixed-rival"],
  ]

  let path: String
  private(set) var promises = Promises()
  private(set) var kills = 0
  private var random: SeededGenerator

  init(path: String, seed: UInt64) {
    self.path = path
    random = SeededGenerator(seed: seed)
  }

  /// Kills one crew, and gives what is wrong with what it left.
  mutating func run(number: UInt64) throws -> [String] {
    let crew = Self.crews.randomElement(using: &random) ?? []
    let delay = UInt64.random(in: 0...120_000, using: &random)
    let note = "\(crew.joined(separator: " with ")) killed after \(delay) µs"
    let victims = try crew.enumerated().map { index, mode in
      try Victim(mode, at: path, seed: number * 8 + UInt64(index))
    }
    // They are all listened to, so that none waits for its pipe.
    let deadline = DispatchTime.now().uptimeNanoseconds + delay * 1000
    while DispatchTime.now().uptimeNanoseconds < deadline {
      for victim in victims { _ = victim.listen() }
      usleep(500)
    }
    var faults: [String] = []
    for victim in victims {
      let lines = victim.end()
      if victim.wasKilled { kills += 1 } else { faults.append("\(note): ended by itself") }
      promises.hear(lines)
      faults += lines.filter(Self.isFault).map { "\(note): \($0)" }
    }
    return try faults + Inspection(of: path).faults(promises).map { "\(note): \($0)" }
  }

  /// What a process must not say that meets no failure but others' kills.
  private static func isFault(_ line: String) -> Bool {
    if line.hasPrefix("error") || line.contains("untyped") || line.hasPrefix("rejected") {
      return true
    }
    // Another process has it open, or has purged the place by then.
    let isExpected = ["failed compact alreadyOpen", "failed purge expiredToken"]
    if isExpected.contains(where: line.hasPrefix) { return false }
    return line.hasPrefix("failed") || line.hasPrefix("fail ")
  }
}
