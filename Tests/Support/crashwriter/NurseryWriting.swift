import Daybook
import Nursery

/// Another process of a family's app: it writes down as many diaper changes as a line says.
package enum NurseryWriting {
  package static let author = "widget"

  static func run(_ path: String) throws {
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    Output.line("ready")
    while let count = readLine().flatMap({ Int($0) }) {
      for _ in 0..<count {
        let token = try store.append(author: author) { draft in
          try draft.record(UUID(), DiaperChange(time: Date(), wet: true))
        }
        Output.line("wrote \(token.number)")
      }
      Output.line("finished")
    }
  }
}
