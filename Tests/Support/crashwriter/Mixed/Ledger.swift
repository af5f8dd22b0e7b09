import Daybook
import DaybookSnapshot
import DaybookTesting

/// The counters of one process, and what it says of each transaction before and after.
///
/// `try OPERATION CLASS ID=VALUE …` is said before a transaction: the values that its counters have
/// when it is there. `ack OPERATION` is said when it returned, `fail OPERATION CODE` when it threw.
/// The counters that there were are left alone from then on, because nobody knows what they hold:
/// what was not promised to be on disk may be gone too.
struct Ledger: Sendable {
  /// One transaction.
  struct Operation: Sendable {
    let name: String
    let values: [UUID: Int64]
  }

  private let process: UInt64
  private var operations = 0
  private(set) var values: [UUID: Int64] = [:]

  init(process: UInt64) { self.process = process }

  /// Says what is going to be tried, in a class such as `durable`.
  mutating func begin(_ durability: String, _ values: [UUID: Int64]) -> Operation {
    operations += 1
    let operation = Operation(name: "\(process).\(operations)", values: values)
    let list = values.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
    Output.line("try \(operation.name) \(durability) \(list)")
    return operation
  }

  /// Says that it is stored.
  mutating func acknowledge(_ operation: Operation) {
    Output.line("ack \(operation.name)")
    values.merge(operation.values) { $1 }
  }

  /// Says that it threw.
  mutating func fail(_ operation: Operation, _ error: any Error) {
    Output.line("fail \(operation.name) \(Self.code(error))")
    values.removeAll()
  }

  /// A counter that is there.
  func known(_ random: inout SeededGenerator) -> UUID? {
    values.keys.sorted { $0.uuidString < $1.uuidString }.randomElement(using: &random)
  }

  /// The code and text of a typed error; `untyped` and its text for others, which must not be.
  static func code(_ error: any Error) -> String {
    if let error = error as? StoreError { return "\(error.code.rawValue) \(error.message)" }
    if let error = error as? SnapshotError {
      return "snapshot.\(error.code.rawValue) \(error.message)"
    }
    return "untyped \(error)"
  }
}
