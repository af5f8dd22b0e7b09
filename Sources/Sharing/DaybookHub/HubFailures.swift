internal import DaybookSync
internal import Foundation
internal import Synchronization

/// Which failures whoever runs a hub was told of: each once, until the same call is answered.
///
/// A failure is known by its call and its code, too: its message may name a file that has another
/// name each time.
final class HubFailures: Sendable {
  /// The messages that were told, by their codes.
  private typealias Told = [String: String]

  private struct State {
    var isDirectoryTold = false
    /// By space, nil for those that the hub does not have.
    var calls: [UUID?: [HubCall.Name: Told]] = [:]
  }

  private let state = Mutex(State())

  /// Notes that the hub's directory is not there. Returns whether that is news.
  func noteDirectory() -> Bool {
    state.withLock { state in
      defer { state.isDirectoryTold = true }
      return !state.isDirectoryTold
    }
  }

  /// Whether whoever runs the hub was told last that its directory is not there.
  var isDirectoryTold: Bool { state.withLock { $0.isDirectoryTold } }

  /// Notes that the hub's directory is there again.
  func forgetDirectory() { state.withLock { $0.isDirectoryTold = false } }

  /// Notes a failure of a call. Returns whether it is news.
  func note(_ code: String, _ message: String, of call: HubCall.Name, in space: UUID?) -> Bool {
    state.withLock { state in
      let known = state.calls[space] ?? [:]
      state.calls[space, default: [:]][call, default: [:]][code] = message
      return known[call]?[code] == nil && !known.values.contains { $0.values.contains(message) }
    }
  }

  /// Forgets what was told of a call that was answered.
  func forget(_ call: HubCall.Name, in space: UUID) {
    // All letters lie in one folder. That a space is there does not say that others can be made.
    let spaces: [UUID?] = call == .session ? [space] : [space, nil]
    state.withLock { state in
      for space in spaces {
        guard var told = state.calls[space] else { continue }
        told[call] = nil
        state.calls[space] = told.isEmpty ? nil : told
      }
    }
  }

  /// Forgets what was told of spaces that could not be made.
  func forgetSpaces() { state.withLock { $0.calls[UUID?.none]?[.session] = nil } }
}
