public import Daybook
internal import Foundation

/// Entries by their tags, and which tags were written last.
///
/// The tags of an entry are `NurseryEntry.allTags`. They are found in any case of letters. An entry
/// without tags has no row, so that it costs nothing but the look at its memo.
public struct TagIndex: EntryProjection {
  public static let name = "nursery.tags"
  public static let revision = 2
  /// The entries of each tag, by time; the row is the tag as it is spelled there.
  public static let entries = ViewTable<TagKey, TagSpelling>("entries", at: 0)
  /// The tags of each entry in the order in which they were written; see `recent(limit:)`.
  public static let written = ViewTable<Key4<String, HybridTime, Int32, UUID>, TagSpelling>(
    "written", at: 1)
  public static let tables: [any AnyViewTable] = [entries, written]

  /// Makes the projection; it has no parameters.
  public init() {}

  func update<E: NurseryEntry>(
    _ change: EntityChange<E>, _ rows: inout Rows
  ) throws {
    let old = change.old?.state.allTags ?? []
    let new = change.new?.state.allTags ?? []
    if old.isEmpty, new.isEmpty { return }
    for (version, tags, isOld) in [(change.old, old, true), (change.new, new, false)] {
      guard let version else { continue }
      var seen: Set<String> = []
      for (place, tag) in tags.enumerated() {
        let name = TagKey.name(tag)
        // Of long tags that begin alike an entry has one row.
        guard tags.count == 1 || seen.insert(name).inserted else { continue }
        try Self.replace((name, tag), place, version, isOld: isOld, &rows)
      }
    }
  }

  private static func replace<E: NurseryEntry>(
    _ tag: (name: String, spelling: String), _ place: Int, _ version: Stamped<E>,
    isOld: Bool, _ rows: inout Rows
  ) throws {
    let (name, spelling) = (tag.name, TagSpelling(tag: tag.spelling))
    let entry = (
      TagKey(tag: name, date: version.state.date, kind: E.entryKind, id: version.id.rawValue),
      spelling
    )
    let written = (
      Key4(name, version.modified, Int32(clamping: place), version.id.rawValue), spelling
    )
    try rows.replace(entries, old: isOld ? entry : nil, new: isOld ? nil : entry)
    try rows.replace(Self.written, old: isOld ? written : nil, new: isOld ? nil : written)
  }
}

/// The order of the entries with a tag: time, kind, identifier.
public struct TagKey: CompositeKey, Hashable {
  public typealias First = String
  public typealias Rest = Key3<Date, EntryKind, UUID>

  /// The tag in lower case and in one form of its accents, at most 200 bytes of it.
  public let tag: String
  /// When the entry began or was.
  public let date: Date
  /// Which kind it is.
  public let kind: EntryKind
  /// The entry.
  public let id: UUID

  /// Names a row; the tag as `name` gives it.
  public init(tag: String, date: Date, kind: EntryKind, id: UUID) {
    self.tag = tag
    self.date = date
    self.kind = kind
    self.id = id
  }

  /// The key of a tag: without `#`, in lower case, accents as one letter, cut where a key has no
  /// more room.
  public static func name(_ tag: String) -> String {
    let name = Hashtags.name(tag).lowercased()
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.prefix(utf8: 200) }
    // As strings, texts are equal whose accents are written in another way.
    return name.precomposedStringWithCanonicalMapping.prefix(utf8: 200)
  }

  public init(from reader: inout KeyReader) throws {
    tag = try reader.string()
    date = try reader.date()
    kind = try EntryKind(from: &reader)
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    writer.string(tag)
    writer.date(date)
    kind.encode(into: &writer)
    writer.uuid(id)
  }
}

/// A tag as it was written.
public struct TagSpelling: PayloadCodable, Hashable {
  /// Without `#`.
  public let tag: String

  /// Keeps a spelling.
  public init(tag: String) { self.tag = tag }

  public static var fieldNames: [Int: String] {
    [1: "tag"]
  }

  public init(from reader: inout PayloadReader) throws { tag = try reader.payload() }

  public func encode(into writer: inout PayloadWriter) { writer.string(1, tag) }
}

extension String {
  /// The text, cut before the first character that ends after so many bytes of UTF-8; of a longer
  /// character at the beginning as many scalars as fit.
  func prefix(utf8 count: Int) -> String {
    if utf8.count <= count { return self }
    var end = startIndex
    while end < endIndex, case let next = index(after: end),
      utf8.distance(from: startIndex, to: next) <= count
    { end = next }
    if end > startIndex { return String(self[..<end]) }
    end = utf8.index(startIndex, offsetBy: count)
    while UTF8.isContinuation(utf8[end]) { utf8.formIndex(before: &end) }
    return String(unicodeScalars[..<end])
  }
}
