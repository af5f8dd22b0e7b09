internal import Synchronization

/// The port on which a server answers, which is known when it has begun.
final class ServedPort: Sendable {
  private let known = Atomic<Int>(0)

  var number: Int { known.load(ordering: .acquiring) }
  func set(_ number: Int) { known.store(number, ordering: .releasing) }
}
