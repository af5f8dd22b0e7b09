/// A source's id in the order people expect: numbers by value, then anything else by text.
struct SourceID: Comparable {
  private let number: Int?
  private let text: String

  init(_ text: String) {
    self.number = Int(text)
    self.text = text
  }

  static func < (a: SourceID, b: SourceID) -> Bool {
    let (left, right) = (a.number ?? .max, b.number ?? .max)
    return left == right ? a.text < b.text : left < right
  }
}
