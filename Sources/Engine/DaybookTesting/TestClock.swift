public import Daybook
internal import Synchronization

/// A wall clock that moves when told to.
///
/// ```swift
/// let clock = TestClock()
/// let store = try EventStore.temporary(schema: schema, options: clock.options)
/// clock.advance(by: 60)
/// ```
public final class TestClock: Sendable {
  private let time: Mutex<Date>
  private let step: Double

  /// A clock that shows `date`; by default 2025-11-06, 20:05 UTC.
  ///
  /// After each look at it it moves by `step` seconds. With 0.001 two stores that share it never
  /// write in the same millisecond, within which their replicas, which are drawn, decide who wrote
  /// later.
  public init(
    _ date: Date = Date(timeIntervalSinceReferenceDate: 784_152_300), step: Double = 0
  ) {
    time = Mutex(date)
    self.step = step
  }

  /// What it shows.
  public var now: Date {
    time.withLock { date in
      defer { date += step }
      return date
    }
  }

  /// Moves it, backwards too.
  public func advance(by seconds: Double) { time.withLock { $0 += seconds } }

  /// Options for a store that looks at this clock and makes identifiers by counting.
  public var options: StoreOptions {
    var options = StoreOptions()
    options.now = { self.now }
    options.makeID = CountingIDs().next
    return options
  }
}

/// Identifiers that count: …0001, …0002 and so on.
public final class CountingIDs: Sendable {
  private let count = Mutex<UInt64>(0)

  /// Starts before the first.
  public init() {}

  /// The next identifier.
  @Sendable public func next() -> UUID {
    let number = count.withLock { count in
      count += 1
      return count
    }
    var bytes = (UInt64(0), number.bigEndian)
    // Safety: a UUID is sixteen plain bytes.
    return withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: UUID.self) }
  }
}
