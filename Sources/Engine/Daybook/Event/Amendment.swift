/// A change of some properties of an entity, as the payload of an event.
///
/// ```swift
/// struct GroceryAmendment: Amendment {
///   var name: String?
///   var grams: Edit<Int> = .keep
///   var tags: [String]?
///
///   mutating func properties(_ property: inout some AmendmentCoding) throws {
///     try property(1, &name)
///     try property(2, &grams)
///     try property(3, &tags)
///   }
/// }
/// ```
/// An `Edit` keeps, sets or clears an optional property. An optional replaces a property that is
/// always there, and keeps it when it is nil; of an array, nil keeps all elements and an empty one
/// clears them. What an amendment does not name stays as it is, so that two people who change
/// different properties at the same time both keep their work.
///
/// The fields of a payload are the new values, each under the number of its property; field 15
/// comes once for each property that is cleared and holds its number.
public protocol Amendment: PayloadCodable, Equatable {
  /// An amendment that changes nothing.
  init()

  /// Names each property with its number, which is not 15, always all of them and in the same
  /// order.
  ///
  /// Called twice to write, and once for each field that is read. Must not look at the properties:
  /// they may not be read yet.
  mutating func properties(_ property: inout some AmendmentCoding) throws
}

/// The field that lists what is cleared. Part of the stored format.
@usableFromInline let clearedField = 15

extension Amendment {
  /// Whether nothing changes.
  public var isEmpty: Bool { self == Self() }

  @inlinable
  public func encode(into writer: inout PayloadWriter) {
    assert(
      FieldCheck.problem(ofAmendment: Self.self) == nil,
      FieldCheck.problem(ofAmendment: Self.self) ?? "")
    var amendment = self
    var cleared = ClearedProperties()
    do {
      try amendment.properties(&writer)
      try amendment.properties(&cleared)
    } catch {
      writer.isIncomplete = true
    }
    for number in cleared.numbers { writer.uint(clearedField, number) }
  }

  @inlinable
  public init(from reader: inout PayloadReader) throws {
    self.init()
    while let number = try reader.next() {
      if number == clearedField {
        var clearing = ClearingProperty(number: try reader.uint())
        try properties(&clearing)
      } else {
        try properties(&reader)
      }
    }
  }
}

/// What ``Amendment/properties(_:)`` is given: an ``AmendmentCoder`` that can be neither copied nor
/// kept.
public typealias AmendmentCoding = AmendmentCoder & ~Copyable & ~Escapable

/// Writes or reads the properties of an amendment, one call for each.
public protocol AmendmentCoder: ~Copyable, ~Escapable {
  /// A property that is always there; nil keeps it.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) throws

  /// An optional property.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ edit: inout Edit<Value>) throws

  /// An array; nil keeps it.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]?) throws
}
