internal import Synchronization

/// What a payload has beside its JSON, where all is text: the bytes by which values in it are found
/// without its type.
final class JSONMarks: Sendable {
  /// Under which an encoder has them.
  private static let key = CodingUserInfoKey(rawValue: "daybook.marks")

  private let found = Mutex<Set<[UInt8]>>([])

  /// Those of an encoder; nil for one that makes no payload.
  static func of(_ encoder: any Encoder) -> JSONMarks? {
    key.flatMap { encoder.userInfo[$0] as? JSONMarks }
  }

  /// Has an encoder collect them.
  func collect(from encoder: JSONEncoder) {
    if let key = Self.key { encoder.userInfo[key] = self }
  }

  func add(_ bytes: [UInt8]) {
    found.withLock { _ = $0.insert(bytes) }
  }

  /// Each once, in an order that depends on nothing else.
  var all: [[UInt8]] {
    found.withLock { Array($0) }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
