/// Values one after the other, which nobody shares.
///
/// An `Array` asks at each change whether it is shared, by a call and a count of references; in
/// what is done for every event that is a good part of the work.
@usableFromInline
struct UnsharedArray<Element>: ~Copyable {
  // Safety: allocated for `capacity` values, of which the first `count` are there; freed by
  // `deinit`.
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0

  @inlinable
  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  // Inlinable, because the optimizer of Swift 6.3 dies of another one in a type that is so itself.
  @inlinable
  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }
  @inlinable var indices: Range<Int> { 0..<count }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      precondition(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(index >= 0 && index < count)
      return base + index
    }
  }

  @inlinable @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
    _checkInvariants()
  }

  /// The values; valid until the next change of their number.
  @inlinable
  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// Takes off the last value; nil when there is none.
  @inlinable
  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    count -= 1
    _checkInvariants()
    return (base + count).move()
  }

  /// Forgets the values; memory for up to `kept` of them stays.
  @inlinable
  mutating func removeAll(keeping kept: Int = 4096) {
    base.deinitialize(count: count)
    count = 0
    if capacity > kept { resize(kept) }
    _checkInvariants()
  }

  @usableFromInline mutating func grow() { resize(capacity * 2) }

  @usableFromInline mutating func resize(_ capacity: Int) {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    self.capacity = capacity
    _checkInvariants()
  }

  /// Checks that there is room for the values that it says to have, and for one more at some time.
  @inlinable @inline(__always)
  func _checkInvariants() {
    invariant(
      capacity > 0 && count >= 0 && count <= capacity,
      "an array has \(count) values in memory for \(capacity)")
  }
}
