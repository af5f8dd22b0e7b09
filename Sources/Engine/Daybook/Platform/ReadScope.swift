/// The time within which a reader and what it gave may be used: that of one closure.
///
/// The compiler refuses most code that keeps a reader for longer; a variable that the closure
/// captures gets past it, so every use looks here.
@usableFromInline
struct ReadScope: Sendable {
  private let slot: ReadSlot
  /// How many scopes the slot has seen before.
  private let number: UInt64

  init(_ slot: ReadSlot) {
    self.slot = slot
    number = slot.number
  }

  /// Makes sure that the closure which got the reader has not ended.
  @inline(__always)
  func check() {
    if slot.number != number { Self.hasEnded() }
  }

  @inline(never)
  private static func hasEnded() -> Never {
    misuse(
      "a reader or view was used after the closure that got it had ended; keep the values that it gave, or read again"
    )
  }
}
