import Daybook
import DaybookTesting
import Foundation

/// One version of an app that does what its input says, and answers each line with one.
///
/// `append SEED COUNT` adds to random gauges, a transaction each; `read` says the view's rows.
struct Gauging<App: AppVersion> {
  let store: EventStore

  init(_ path: String, _ app: App.Type) throws {
    var options = StoreOptions()
    options.process = "\(App.version)"
    store = try EventStore.open(at: path, schema: App.schema, options: options)
  }

  func run() {
    Output.line("open")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      do {
        if words[0] == "append", words.count == 3 {
          try append(UInt64(words[1]) ?? 0, Int(words[2]) ?? 0)
        } else {
          Output.line("rows " + (try rows()))
        }
      } catch let error as StoreError {
        Output.line("error \(error.code.rawValue) \(error)")
      } catch {
        Output.line("error unknown \(error)")
      }
    }
  }

  private func append(_ seed: UInt64, _ count: Int) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<count {
      let number = UInt8.random(in: 0..<12, using: &random)
      let id = UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
      let event = Raised<App>(amount: .random(in: 1...1_000, using: &random))
      _ = try store.append(durability: .relaxed) { try $0.append(event, to: id) }
    }
    Output.line("appended \(count)")
  }

  /// Number and sum of each row, then the rows of the second table.
  private func rows() throws -> String {
    try store.read { reader in
      let view = try reader.view(GaugeView<App>.self)
      var parts = try view.rows(GaugeView<App>.values).map { "\($0.key.uuid.0)=\($0.row.sum)" }
      if App.version.hasTotals {
        parts += try view.rows(GaugeView<App>.totals).map { "total=\($0.row.sum)" }
      }
      return parts.joined(separator: ",")
    }
  }
}

enum GaugingRun {
  static func run(_ path: String, _ version: UInt64) throws {
    switch GaugeVersion(rawValue: version) {
    case .plain: try Gauging(path, PlainApp.self).run()
    case .zoned: try Gauging(path, ZonedApp.self).run()
    case .revised: try Gauging(path, RevisedApp.self).run()
    case .widened: try Gauging(path, WidenedApp.self).run()
    case .refolded: try Gauging(path, RefoldedApp.self).run()
    case .blind: try Gauging(path, BlindApp.self).run()
    case nil: exit(64)
    }
  }
}
