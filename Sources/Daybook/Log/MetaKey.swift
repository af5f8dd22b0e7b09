/// A key of the table `meta`.
struct MetaKey {
  static let format = MetaKey("format")
  static let store = MetaKey("store")
  static let heads = MetaKey("heads")
  static let space = MetaKey("space")
  static func kind(_ number: Int) -> MetaKey { MetaKey("kind/\(number)") }
  static func projection(_ number: Int) -> MetaKey { MetaKey("projection/\(number)") }

  static func consumer(_ name: String) -> MetaKey { MetaKey("consumer/\(name)") }

  private let text: [UInt8]

  private init(_ text: String) { self.text = Array(text.utf8) }

  func withBytes<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
    try text.withUnsafeBytes(body)
  }
}
