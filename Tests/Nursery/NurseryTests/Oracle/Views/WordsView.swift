import Daybook
import DaybookTesting
import Foundation
import Nursery

/// Search by words and their beginnings.
enum WordsView: OracleView {
  static let name = "words"

  private static let questions = [
    "spat", "REF", "수", "1", "sl", "med ibu", "feed spat", "E", "bath", "vit d", "日記", "roll over",
    "-", "rolled, up", "b",
  ]

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let question = random.pick(questions)
    let wanted = words(question)
    let limit = random.pick([1, 3, 1_000])
    let hits = expected.rows.filter { row in
      let all = texts(row.told).flatMap(words) + [row.told.kindWord]
      return !wanted.isEmpty && wanted.allSatisfy { word in all.contains { $0.hasPrefix(word) } }
    }.sorted { ($1.told.start, $0.id.order) < ($0.told.start, $1.id.order) }
    return NurseryTests.difference(
      question, try reader.search(question, limit: limit).map(\.id),
      hits.prefix(limit).map(\.id))
  }

  private static func texts(_ told: Told) -> [String] {
    switch told.kind {
    case .activity: [told.memo ?? "", told.name, told.text ?? ""] + told.tags
    case .measurement, .medication, .customEvent: [told.memo ?? "", told.name] + told.tags
    default: [told.memo ?? ""] + told.tags
    }
  }

  /// Lower case without accents, cut wherever there is neither letter nor number.
  private static func words(_ text: String) -> [String] {
    let marks = CharacterSet.nonBaseCharacters
    let plain = text.decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !marks.contains($0) }
    return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
      .lowercased().components(separatedBy: CharacterSet.alphanumerics.inverted)
      .filter { !$0.isEmpty }
  }
}

extension Told {
  /// The word for its kind.
  fileprivate var kindWord: String {
    switch kind {
    case .feed: "feed"
    case .diaper: "diaper"
    case .sleep: "sleep"
    case .pumping: "pumping"
    case .activity: "activity"
    case .measurement: "measurement"
    case .medication: "medication"
    case .note: "note"
    case .customEvent: "event"
    }
  }
}
