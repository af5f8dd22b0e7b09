#if Tools
import DaybookSync
import Foundation
import Synchronization

/// Exchanges with a folder or a hub until a signal comes, or this device or the hub was revoked.
/// Prints a line for each exchange that did something.
struct PeerFollowing<Tool: StoreTool>: Sendable {
  private let peer: any SyncPeer
  private let place: PeerPlace
  private let arguments: StoreArguments<Tool>

  init(_ peer: any SyncPeer, at place: PeerPlace, _ arguments: StoreArguments<Tool>) {
    self.peer = peer
    self.place = place
    self.arguments = arguments
  }

  func run(_ replication: Replication, every seconds: Int) async throws {
    // It works for as long as somebody lets it.
    Terminal.end()
    let (canStop, signalsAreThere) = AsyncStream<Void>.makeStream()
    let work = Task { [self] in
      for await _ in canStop {}
      return try await follow(replication, every: seconds)
    }
    // The first one stops the work, a second one the process.
    let signals = EndSignals([SIGINT, SIGTERM]) { number in
      signal(number, SIG_DFL)
      work.cancel()
    }
    signalsAreThere.finish()
    let totals = try await work.value
    signals.cancel()
    if arguments.printsJSON {
      return try JSON.print(
        [
          "exchanges": JSON.Value(totals.exchanges), "absorbed": JSON.Value(totals.absorbed),
          "sent": JSON.Value(totals.sent),
        ], onOneLine: true)
    }
    Terminal.line(
      "stopped after \(Measures.count(totals.exchanges, "exchange")): got "
        + "\(Measures.count(totals.absorbed, "transaction")), sent \(totals.sent)")
    let rest = PeerExchange.Rest(replication)
    rest.print(arguments, place)
    try rest.checkHeard(totals.refusal)
  }

  private func follow(_ replication: Replication, every seconds: Int) async throws -> Totals {
    var totals = Totals()
    let ending = Mutex<SyncError?>(nil)
    do {
      try await replication.follow(
        peer, every: .seconds(seconds),
        sleep: { pause in
          if let error = ending.withLock({ $0 }) { throw error }
          try await Task.sleep(for: pause)
        },
        each: { status in
          let exchange = PeerExchange(status.report, PeerExchange.Rest(replication))
          if totals.add(status.report) { print(exchange, status) }
          if let failure = status.failure, failure.isForGood {
            ending.withLock { $0 = failure }
          }
        })
    } catch is CancellationError {}
    return totals
  }

  private func print(_ exchange: PeerExchange, _ status: PeerStatus) {
    let pause = status.pause.map { $0 / .seconds(1) } ?? 0
    if arguments.printsJSON {
      let object = exchange.json.with("time", status.time)
      try? JSON.print(
        object.merging(["pause": .number(pause)]) { _, new in new }, onOneLine: true)
      return
    }
    exchange.printCounts()
    if let failure = status.failure {
      // The program ends with that sentence.
      if failure.isForGood { return }
      Terminal.line("failed: \(failure.message); tries again in \(Measures.span(pause))")
    }
    exchange.printProblems(place, arguments)
  }
}

extension PeerFollowing {
  /// What all exchanges came to.
  private struct Totals: Sendable {
    var exchanges = 0
    var absorbed = 0
    var sent = 0
    private var last: ExchangeReport?

    /// Why the peer refuses something still; nil when it does not.
    var refusal: SyncError? { last?.refusedByPeer.first }

    /// What is missing. When that was said changes with each exchange of who said it.
    private static func lacks(_ report: ExchangeReport) -> [ReplicaID: ClosedRange<UInt64>] {
      Dictionary(report.missing.map { ($0.replica, $0.sequences) }) { first, _ in first }
    }

    /// Counts an exchange. Returns whether anything came of it that the one before did not tell.
    mutating func add(_ report: ExchangeReport) -> Bool {
      let lacked = last.map { Self.lacks($0) } ?? [:]
      exchanges += 1
      absorbed += report.absorbed
      sent += report.sent
      defer { last = report }
      return report.absorbed > 0 || report.sent > 0 || report.rewritten > 0
        || report.attachmentsReceived > 0 || report.attachmentsSent > 0
        || report.failure != nil || report.refused != last?.refused ?? []
        || report.refusedByPeer != last?.refusedByPeer ?? []
        || Self.lacks(report) != lacked
        || report.problems != last?.problems ?? [:]
        || report.unsent != last?.unsent
    }
  }
}
#endif
