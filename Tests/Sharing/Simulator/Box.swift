import Daybook
import Synchronization

/// What a consumer got.
final class Box: Sendable {
  private let state = Mutex<(dots: Set<Dot>, isRebased: Bool)>(([], false))

  var dots: Set<Dot> { state.withLock { $0.dots } }
  var isRebased: Bool { state.withLock { $0.isRebased } }

  func add(_ dot: Dot) { state.withLock { _ = $0.dots.insert(dot) } }
  func rebase() { state.withLock { $0.isRebased = true } }
}
