import Daybook
import Foundation

extension Reader {
  /// The coverage gaps that began before a moment, oldest first. O(log n) and those gaps, which are
  /// few.
  func gaps(before end: Date) throws -> [CoverageGap] {
    try rows(EntriesByType.where(EntryType.coverageGap.rawValue).before(end))
      .compactMap { CoverageGap($0.row) }
  }

  /// The newest entry of a type. O(log n).
  func newest(_ type: EntryType) throws -> DiaryEntry? {
    try first(EntriesByType.where(type.rawValue).descending)?.row
  }

  /// The newest entry of several types. O(log n) for each.
  func newest(of types: [EntryType]) throws -> DiaryEntry? {
    try types.compactMap { try first(EntriesByType.where($0.rawValue).descending) }
      .max { one, other in
        (one.key.second, one.key.third, one.key.fourth)
          < (other.key.second, other.key.third, other.key.fourth)
      }?.row
  }

  /// The entries of a type from a moment on, later than now included, oldest first.
  func entries(_ type: EntryType, from start: Date) throws -> [DiaryEntry] {
    try rows(EntriesByType.where(type.rawValue).from(start)).map(\.row)
  }
}
