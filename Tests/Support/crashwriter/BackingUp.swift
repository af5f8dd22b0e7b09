import Daybook
import Foundation
import Interchange

/// Backs up, restores and reads logs over and over, until it is killed.
struct BackingUp {
  let path: String
  private let clock = Date(timeIntervalSince1970: 1.7e9)

  private var backup: Backup { Backup("\(path)/backups") }

  /// Appends and backs up, full every third time, and keeps two days of an hour each.
  func backUp(seed: UInt64) throws -> Never {
    let store = try EventStore.open(at: "\(path)/store", schema: Boards().schema)
    var round = Int(seed) * 1000
    Output.line("open")
    while true {
      for value in 0..<3 {
        try store.append { draft in
          try draft.append(
            CounterEvent(.opened, Mark(value: Int64(value)), text: "board"), to: UUID())
        }
      }
      let report = try backup.run(
        store, full: round % 3 == 0, keep: RetentionPolicy("2d"), zone: .gmt,
        now: clock + Double(round) * 3600 * 8)
      Output.line("backup \(report.transaction)")
      round += 1
    }
  }

  /// Restores to one path again and again.
  func restore() throws -> Never {
    let target = "\(path)/restored"
    while true {
      let restored = try backup.restore(into: target, schema: Boards().schema)
      Output.line("restored \(restored.transaction)")
      try FileManager.default.removeItem(atPath: target)
    }
  }

  /// Takes the log into a new store again and again.
  func absorb() throws -> Never {
    let file = try LogFile("\(path)/log.ndjson")
    var round = 0
    while true {
      let store = try EventStore.open(at: "\(path)/taken \(round)", schema: Boards().schema)
      Output.line("begin \(round)")
      try file.absorb(into: store)
      Output.line("absorbed \(round)")
      try store.close()
      round += 1
    }
  }
}
