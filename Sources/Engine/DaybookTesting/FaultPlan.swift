public import Daybook
internal import Synchronization

/// Commits that are to fail, for tests of what an app does then.
///
/// ```swift
/// let faults = FaultPlan()
/// var options = StoreOptions()
/// faults.install(in: &options)
/// faults.failNextCommit(.diskFull)
/// ```
public final class FaultPlan: Sendable {
  /// What goes wrong.
  public enum Fault: Sendable {
    /// The disk has no room; nothing is written and the store goes on.
    case diskFull
    /// The disk has no room for what is flushed; the store writes nothing more until it is opened
    /// anew.
    case diskFullInFlush
    /// The disk fails; the store writes nothing more until it is opened anew.
    case diskFailure
    /// The file has to grow; the store does that by itself and runs the transactions again.
    case growth
  }

  private let pending = Mutex<[Fault]>([])

  /// A plan without faults.
  public init() {}

  /// Lets the next commit that has no fault yet fail.
  public func failNextCommit(_ fault: Fault) { pending.withLock { $0.append(fault) } }

  /// Makes a store that is opened with `options` follow the plan.
  public func install(in options: inout StoreOptions) {
    options.commitFault = { [self] in
      switch pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      case nil: nil
      case .diskFull: .diskFull
      case .diskFullInFlush: .diskFullInFlush
      case .diskFailure: .diskFailure
      case .growth: .growth
      }
    }
  }
}
