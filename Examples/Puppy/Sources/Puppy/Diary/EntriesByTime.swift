import Daybook
import Foundation

/// Entries by their time, oldest first. Days are ranges of it, so no zone is stored.
public struct EntriesByTime: Index {
  public static let name = "puppy.entriesByTime"

  public static func key(
    _ entry: Stamped<Kept<DiaryEntry>>
  ) -> Key3<Date, Int, ID<Kept<DiaryEntry>>>? {
    Key3(entry.value.time, entry.value.rank, entry.id)
  }

  public static func row(_ entry: Stamped<Kept<DiaryEntry>>) -> DiaryEntry {
    entry.value
  }
}

/// Entries of each type by their time, oldest first.
public struct EntriesByType: Index {
  public static let name = "puppy.entriesByType"

  public static func key(
    _ entry: Stamped<Kept<DiaryEntry>>
  ) -> Key4<String, Date, Int, ID<Kept<DiaryEntry>>>? {
    Key4(entry.value.type.rawValue, entry.value.time, entry.value.rank, entry.id)
  }

  public static func row(_ entry: Stamped<Kept<DiaryEntry>>) -> DiaryEntry {
    entry.value
  }
}
