public import Daybook
internal import Foundation

/// Entries by the words of their memos, titles, tags and texts.
///
/// A word is a run of letters and numbers, in lower case and without accents where Unicode tells a
/// letter apart from its accent; at most 60 bytes of it count. The kinds themselves, such as
/// "feed", have no rows: `search` looks for them in `LastEntries`. An entry without text has no
/// row.
public struct EntryWords: EntryProjection {
  public static let name = "nursery.words"
  public static let revision = 2
  /// The entries with each word, by time.
  public static let words = ViewTable<TagKey, Empty>("words", at: 0)
  public static let tables: [any AnyViewTable] = [words]

  /// Makes the projection; it has no parameters.
  public init() {}

  func update<E: NurseryEntry>(
    _ change: EntityChange<E>, _ rows: inout Rows
  ) throws {
    let old = change.old.map { Self.words(of: $0.state) } ?? []
    let new = change.new.map { Self.words(of: $0.state) } ?? []
    if old.isEmpty, new.isEmpty { return }
    let isMoved = change.old?.state.date != change.new?.state.date
    if let date = change.old?.state.date {
      for word in old where isMoved || !new.contains(word) {
        try rows.replace(
          Self.words,
          old: (TagKey(tag: word, date: date, kind: E.entryKind, id: change.id.rawValue), Empty()),
          new: nil)
      }
    }
    if let date = change.new?.state.date {
      for word in new where isMoved || !old.contains(word) {
        try rows.replace(
          Self.words, old: nil,
          new: (TagKey(tag: word, date: date, kind: E.entryKind, id: change.id.rawValue), Empty()))
      }
    }
  }

  /// The words that an entry is found by.
  static func words(of entry: some NurseryEntry) -> [String] {
    let text = entry.searchText
    let memo = entry.memo
    if memo == nil, entry.tags.isEmpty, text.isEmpty { return [] }
    var words: [String] = []
    if let memo { Words.add(memo, to: &words) }
    for tag in entry.tags { Words.add(tag, to: &words) }
    for part in text { Words.add(part, to: &words) }
    return Words.once(words)
  }
}

extension NurseryEntry {
  /// Texts other than memo and tags.
  fileprivate var searchText: [String] {
    switch self {
    case is FeedSession, is DiaperChange: []
    case let activity as ActivitySession: [title, activity.details.text].compactMap(\.self)
    case let event as CustomEvent: [event.details.name]
    default: title.map { [$0] } ?? []
    }
  }
}

/// Words of a text, as a search compares them.
enum Words {
  /// Bytes of a word that count.
  static let longest = 60

  /// Every word of a text, once.
  static func all(in text: String) -> [String] {
    var words: [String] = []
    add(text, to: &words)
    return once(words)
  }

  /// Adds every word of a text.
  static func add(_ text: String, to words: inout [String]) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return addASCII(text.utf8, to: &words) }
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      let word = form(part)
      // A lone mark is an accent and nothing else.
      if !word.isEmpty { words.append(word) }
    }
  }

  /// Each word once; memos have few, so that comparing them all costs less than a set.
  static func once(_ words: [String]) -> [String] {
    if words.count > 32 { return Array(Set(words)) }
    var found: [String] = []
    found.reserveCapacity(words.count)
    for word in words where !found.contains(word) { found.append(word) }
    return found
  }

  private static func addASCII(_ text: String.UTF8View, to words: inout [String]) {
    words.reserveCapacity(8)
    var rest = text[...]
    while let start = rest.firstIndex(where: isWord) {
      let end = rest[start...].firstIndex { !isWord($0) } ?? rest.endIndex
      let word = rest[start..<end].prefix(longest)
      words.append(
        String(unsafeUninitializedCapacity: word.count) { buffer in
          var count = 0
          for byte in word {
            buffer[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            count += 1
          }
          return count
        })
      rest = rest[end...]
    }
  }

  /// Letter or digit of ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// Lower case, without accents, cut.
  private static func form(_ word: Substring) -> String {
    word.plain.precomposedStringWithCanonicalMapping.prefix(utf8: longest)
  }
}
