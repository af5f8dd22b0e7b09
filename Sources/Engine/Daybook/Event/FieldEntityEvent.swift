/// Events that say with one call what a case is: its place in `types`, and what it carries.
///
/// A case is named in `types`, in `cases` and in `decode`. Debug builds refuse an append where
/// these disagree.
///
/// ```swift
/// enum Event: FieldEntityEvent {
///   case added(Grocery), renamed(String), removed
///
///   static let types: [EventType] = [".added", ".renamed", ".removed"]
///
///   func cases(_ event: inout some CaseCoding) {
///     switch self {
///     case .added(let item): event(0, item)
///     case .renamed(let name): event(1, name)
///     case .removed: event(2)
///     }
///   }
///
///   static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
///     switch typeIndex {
///     case 0: .added(try reader.payload())
///     case 1: .renamed(try reader.payload())
///     default: .removed
///     }
///   }
/// }
/// ```
/// In a release build it costs what `typeIndex` and `encode(into:)` by hand cost. See
/// ``FieldPayload`` for states.
public protocol FieldEntityEvent: EntityEvent {
  /// Says which case this is, by calling `event` once with its place in `types` and what it
  /// carries.
  func cases(_ event: inout some CaseCoding)
}

extension FieldEntityEvent {
  @inlinable
  public var typeIndex: Int {
    var index = CaseIndex()
    cases(&index)
    return index.value
  }

  @inlinable
  public func encode(into writer: inout PayloadWriter) { cases(&writer) }
}

/// What ``FieldEntityEvent/cases(_:)`` is given: a ``CaseCoder`` that cannot be copied.
public typealias CaseCoding = CaseCoder & ~Copyable

/// Takes the place of an event's type, and what the event carries.
public protocol CaseCoder: ~Copyable {
  /// A case that carries nothing.
  mutating func callAsFunction(_ index: Int)

  /// A case whose payload is that of a value.
  mutating func callAsFunction<Value: PayloadCodable>(_ index: Int, _ payload: Value)

  /// A case that carries a value, in field 1.
  mutating func callAsFunction<Value: PayloadValue>(_ index: Int, _ value: Value)

  /// A case that carries a value, in field 1 unless it is nil.
  mutating func callAsFunction<Value: PayloadValue>(_ index: Int, _ value: Value?)

  /// A case that carries several values, whose fields `encode` writes.
  mutating func callAsFunction(_ index: Int, _ encode: (inout PayloadWriter) -> Void)
}

extension PayloadWriter: CaseCoder {
  @inlinable @inline(__always)
  public mutating func callAsFunction(_ index: Int) {}

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadCodable>(_ index: Int, _ payload: Value) {
    self.payload(payload)
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(_ index: Int, _ value: Value) {
    payload(value)
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(_ index: Int, _ value: Value?) {
    payload(value)
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction(_ index: Int, _ encode: (inout PayloadWriter) -> Void) {
    encode(&self)
  }
}

/// Keeps the place of a type and nothing else.
@usableFromInline
struct CaseIndex: CaseCoder, ~Copyable {
  @usableFromInline var value = 0

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func callAsFunction(_ index: Int) { value = index }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadCodable>(_ index: Int, _ payload: Value) {
    value = index
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ index: Int, _ value: Value) {
    self.value = index
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ index: Int, _ value: Value?) {
    self.value = index
  }

  @inlinable @inline(__always)
  mutating func callAsFunction(_ index: Int, _ encode: (inout PayloadWriter) -> Void) {
    value = index
  }
}
