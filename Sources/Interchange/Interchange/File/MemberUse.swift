internal import Synchronization

/// What became of the members of one object while it was read.
package final class MemberUse: Sendable {
  private let state = Mutex<[String: CellUse]>([:])
  private let whole = Mutex(false)

  package init() {}

  /// Notes what became of a member. What was noted of it before and tells more stays.
  package func note(_ use: CellUse, _ name: String) {
    state.withLock { uses in
      if let known = uses[name], known >= use { return }
      uses[name] = use
    }
  }

  /// Notes that the whole object goes into the report.
  package func noteWhole() { whole.withLock { $0 = true } }

  /// By name; nil for an object that was handed over whole.
  package var uses: [String: CellUse]? {
    whole.withLock { $0 } ? nil : state.withLock { $0 }
  }
}
