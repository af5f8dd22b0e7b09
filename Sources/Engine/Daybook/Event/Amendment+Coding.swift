// New values go into the payload as those of any other; what is cleared is noted by its number.

/// Finds the properties that an amendment clears.
@usableFromInline
struct ClearedProperties: AmendmentCoder {
  @usableFromInline var numbers: [UInt64] = []

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    note(number, false)
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ edit: inout Edit<Value>) {
    if case .clear = edit { note(number, true) } else { note(number, false) }
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]?) {
    note(number, values?.isEmpty == true)
  }

  @inlinable @inline(__always)
  mutating func note(_ number: Int, _ isCleared: Bool) {
    if isCleared { numbers.append(UInt64(number)) }
  }
}

/// Clears one property; a number that none has does nothing.
@usableFromInline
struct ClearingProperty: AmendmentCoder {
  @usableFromInline let number: UInt64

  @inlinable init(number: UInt64) { self.number = number }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {}

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ edit: inout Edit<Value>) {
    if self.number == UInt64(number) { edit = .clear }
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]?) {
    if self.number == UInt64(number) { values = [] }
  }
}
