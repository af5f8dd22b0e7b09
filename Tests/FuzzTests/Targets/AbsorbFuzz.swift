import Daybook
import Nursery

/// Law: whatever a peer sends, in whatever order, the store verifies afterwards, and what it took
/// in it passes on byte for byte.
///
/// The bytes are messages one after the other, each behind its length (two bytes, low byte first).
enum AbsorbFuzz {
  /// The clock of the store: a day after the newest time of the corpus.
  private static let now = Date(timeIntervalSinceReferenceDate: 789_004_800)
  private static let schema =
    (try? DayBoundary(zone: "UTC")).flatMap { try? Schema.nursery(boundary: $0) } ?? Schema()

  static func run(_ bytes: UnsafeRawBufferPointer) {
    var options = StoreOptions()
    options.now = { now }
    do {
      let store = try EventStore.temporary(schema: schema, options: options)
      for message in frames(bytes).prefix(16) { take(message, store) }
      let verification = try store.verify()
      law(
        verification.isSound,
        "absorbing damaged the store: \(verification.checks.filter { !$0.isSound })")
    } catch {
      law(false, "the store failed: \(error)")
    }
  }

  /// Takes in a message, or sees it refused by an error of the store.
  private static func take(_ message: [UInt8], _ store: EventStore) {
    do {
      let token = try store.absorb(message)
      let stored = try store.read { try $0.message(of: token.number) }
      law(stored == message, "a message is passed on with other bytes than it came with")
    } catch {
      law(error is StoreError, "a message was refused by \(type(of: error)): \(error)")
    }
  }

  static func frames(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var rest = bytes[...]
    while rest.count >= 2 {
      let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      rest = rest.dropFirst(2)
      found.append([UInt8](rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return found
  }
}
