/// A value in memory of its own, so that whoever takes it over copies one pointer.
@usableFromInline
struct Owned<Value: ~Copyable>: ~Copyable {
  // Safety: set up by `init`, freed by `deinit`, and nobody else has it.
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  @inlinable
  init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  // Inlinable, because the optimizer of Swift 6.3 dies of another one in a type that is so itself.
  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  @inlinable var value: Value {
    @inline(__always)
    unsafeAddress { UnsafePointer(pointer) }
    @inline(__always)
    unsafeMutableAddress { pointer }
  }
}
