import Daybook
import DaybookTool
import Nursery

enum FeedKind: TimedNurseryKind {
  static let word = "feed"

  static let contents: [(word: String, value: FeedContent)] = [
    ("breast-milk", .breastMilk), ("formula", .formula), ("fortified", .fortifiedBreastMilk),
    ("solid-food", .solidFood), ("solids", .solidFood), ("water", .water), ("cow-milk", .cowMilk),
    ("mixed", .mixed),
  ]
  static let routes: [(word: String, value: FeedRoute)] = [
    ("bottle", .bottle), ("left", .breast(.left)), ("right", .breast(.right)),
    ("both", .breast(.both)), ("spoon", .parentFed), ("self-fed", .selfFed), ("tube", .tube),
    ("syringe", .syringe), ("cup", .cup),
  ]

  static var fields: [EntryField<FeedSession>] {
    [
      .baby(\.baby), .date("start", \.start), .end(\.end, of: \.start),
      .amount("amount", \.amount),
      .choice(
        "content", \.content, unknown: .unknown, contents, text: FeedText.content,
        stored: { $0.rawValue }),
      .choice(
        "route", \.route, unknown: .unknown, routes, text: FeedText.route, stored: { $0.rawValue }),
      .text("memo", \.memo, help: "free text; #tags are found"), .tags(\.tags), .photos(),
      .source(\.source),
    ]
  }

  static func together(_ words: [String]) throws -> [String] {
    if words.contains(where: { ["breast", "route=breast"].contains($0.lowercased()) }) {
      throw BadText("“breast” tells no side; write left, right or both")
    }
    return words
  }

  static func words(_ feed: FeedSession, _ screen: Screen) -> String {
    var parts = [
      FeedText.content(feed.content), FeedText.route(feed.route),
      feed.amount.map { AmountText.text($0, in: screen.unit) },
    ]
    parts.append(length(feed))
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  static func make(_ baby: UUID, _ time: Date) -> FeedSession? {
    FeedSession(baby: baby, start: time, end: time)
  }
}
