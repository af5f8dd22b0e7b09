import Dispatch
import Foundation

/// Handles the signals that tell a process to end, until it is cancelled.
public struct EndSignals {
  private let sources: [any DispatchSourceSignal]

  /// Returns when none is missed any more; until then they end the process as they always do.
  ///
  /// - Parameters:
  ///   - numbers: the signals.
  ///   - come: called with the number of each that comes, on a thread of its own.
  public init(_ numbers: [Int32], _ come: @escaping @Sendable (Int32) -> Void) {
    let group = DispatchGroup()
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { come(number) }
      group.enter()
      source.setRegistrationHandler {
        // On Linux Dispatch has put a handler of its own there by now.
        #if canImport(Darwin)
        signal(number, SIG_IGN)
        #endif
        group.leave()
      }
      source.activate()
      return source
    }
    group.wait()
  }

  /// Ends the calls; what the signals do from then on is not said.
  public func cancel() {
    for source in sources { source.cancel() }
  }
}
