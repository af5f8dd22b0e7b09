public import Daybook

/// Given some events, when something is done, then this is so.
///
/// ```swift
/// try Scenario(schema: schema)
///   .given { try $0.append(PantryEvent.bought(rice), to: id) }
///   .when { try $0.append(PantryEvent.eaten, to: id) }
///   .then { reader in
///     let item = try reader.entity(PantryItem.self, id)
///     #expect(item == nil)
///   }
/// ```
/// Each step is one transaction on a temporary store, one second after the one before.
public struct Scenario {
  /// The store, for what the steps do not offer.
  public let store: EventStore
  /// Its clock.
  public let clock: TestClock
  private var failure: (any Error)?

  /// Starts with an empty store.
  public init(schema: Schema, clock: TestClock = TestClock()) throws {
    self.clock = clock
    store = try EventStore.temporary(schema: schema, options: clock.options)
  }

  /// Appends what has happened before.
  ///
  /// - Throws: what `body` throws.
  public func given(
    author: String? = nil, _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws -> Scenario {
    clock.advance(by: 1)
    try store.append(author: author, durability: .relaxed, body)
    return self
  }

  /// Does what the test is about; ``thrown`` keeps what it throws, and ``then(_:)`` throws it.
  public func when(
    author: String? = nil, _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) -> Scenario {
    clock.advance(by: 1)
    var scenario = self
    do { try store.append(author: author, durability: .relaxed, body) } catch {
      scenario.failure = error
    }
    return scenario
  }

  /// Looks at the outcome.
  ///
  /// - Throws: what `when` threw, or what `body` throws.
  @discardableResult
  public func then<R>(_ body: (borrowing Reader) throws -> R) throws -> R {
    if let failure { throw failure }
    return try store.read(body)
  }

  /// What `when` threw; nil when it did not.
  public var thrown: (any Error)? { failure }
}
