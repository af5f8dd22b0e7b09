import BenchSupport
import Foundation

#if Peers
  import GRDB

  /// `peer-bench {records,statements} PATH EVENTS BATCH`: SQLite through GRDB, WAL, synchronous=FULL.
  @main enum PeerBench {
    static func main() throws {
      let arguments = CommandLine.arguments
      guard arguments.count == 5, let events = Int(arguments[3]), let batch = Int(arguments[4])
      else {
        print("usage: peer-bench {records,statements} PATH EVENTS BATCH")
        exit(2)
      }
      try FileManager.default.createDirectory(
        atPath: arguments[2], withIntermediateDirectories: true)
      let timing =
        switch arguments[1] {
        case "records": try append(RecordTables.self, arguments[2], events, batch)
        default: try append(StatementTables.self, arguments[2], events, batch)
        }
      print("\(timing.operations) \(timing.wall) \(timing.processor)")
    }

    static func append<Tables: PeerTables>(
      _: Tables.Type, _ path: String, _ events: Int, _ batch: Int
    ) throws -> Timing {
      var configuration = Configuration()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      let pool = try DatabasePool(path: path + "/data.sqlite", configuration: configuration)
      try pool.write { try $0.execute(sql: PeerSchema.sql) }
      let steps = Dataset(events: events).steps
      return try Timing.of(events) {
        for start in stride(from: 0, to: steps.count, by: batch) {
          let part = steps[start..<min(start + batch, steps.count)]
          try pool.write { db in
            var log = try PeerLog<Tables>(
              db, save: Int64(start / batch), position: Int64(start))
            for step in part { try log.append(step) }
          }
        }
      }
    }
  }
#else
  @main enum PeerBench {
    static func main() {
      print("built without its peers; build with --traits Peers")
      exit(2)
    }
  }
#endif
