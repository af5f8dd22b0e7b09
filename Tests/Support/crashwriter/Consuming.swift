package import Daybook
import Foundation

/// Runs two consumers while other transactions come in: one works in the store, one outside of it.
///
/// Outside is a file beside the store, to which each delivered transaction's number is added.
package struct Consuming: Sendable {
  package static let local = "local"
  package static let outside = "outside"

  let store: EventStore
  let seed: UInt64

  func run() throws -> Never {
    let lane = Lane(seed: seed, known: try store.counters())
    let (store, file) = (store, try DeliveryFile(store.path))
    Thread { append(lane) }.start()
    Task {
      do {
        let consumer = store.history.consumer(Self.local, where: .notAuthor(Self.outside))
        try await consumer.process(follows: true) { transaction, draft in
          try Self.note(transaction, &draft)
        }
      } catch {
        Output.fail(error)
      }
    }
    Task {
      do {
        let consumer = store.history.consumer(Self.outside, where: .notAuthor(Self.local))
        try await consumer.deliver(follows: true) {
          for transaction in $0 { file.add(transaction) }
        }
      } catch {
        Output.fail(error)
      }
    }
    Output.rest()
  }

  /// The work in the store: an event that names the transaction.
  @Sendable
  package static func note(_ transaction: History.Transaction, _ draft: inout Draft) throws {
    let event = CounterEvent(.noted, Mark(value: Int64(transaction.number)))
    try draft.append(event, to: UUID())
  }

  private func append(_ lane: Lane) {
    var lane = lane
    while true {
      let plan = lane.next()
      do {
        let token = try store.append(author: "user", durability: plan.durability) {
          try plan.write(&$0)
        }
        lane.advance(to: token.number)
        Output.line("ack \(token.number)")
      } catch {
        Output.fail(error)
      }
    }
  }
}

/// The numbers of delivered transactions, in the order of their delivery.
package final class DeliveryFile: Sendable {
  private let descriptor: Int32

  /// Opens the file beside the store at `path`, making it when it is missing.
  package init(_ path: String) throws {
    descriptor = open(Self.path(path), O_WRONLY | O_CREAT | O_APPEND, 0o644)
    if descriptor < 0 { throw CocoaError(.fileWriteUnknown) }
  }

  deinit { close(descriptor) }

  package static func path(_ store: String) -> String { store + "/delivered" }

  /// One `write(2)` for each number, so that a kill leaves whole lines.
  package func add(_ transaction: History.Transaction) {
    let bytes = Array("\(transaction.number)\n".utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// What was delivered to the store at `path` so far.
  package static func numbers(_ path: String) throws -> [UInt64] {
    try String(contentsOfFile: Self.path(path), encoding: .utf8)
      .split(separator: "\n").compactMap { UInt64($0) }
  }
}
