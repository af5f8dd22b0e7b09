import Daybook
import Foundation

/// Entries by their time, oldest first. Days are ranges of it, so no zone is stored.
public struct EntriesByTime: Index {
  public static let name = "puppy.entriesByTime"

  public static func key(
    _ entry: Stamped<Kept<DiaryEntry>>, _ id: UUID
  ) -> Key3<Date, Int, UUID>? {
    Key3(entry.state.value.time, entry.state.value.rank, id)
  }

  public static func row(_ entry: Stamped<Kept<DiaryEntry>>, _ id: UUID) -> DiaryEntry {
    entry.state.value
  }
}

/// Entries of each type by their time, oldest first.
public struct EntriesByType: Index {
  public static let name = "puppy.entriesByType"

  public static func key(
    _ entry: Stamped<Kept<DiaryEntry>>, _ id: UUID
  ) -> Key4<String, Date, Int, UUID>? {
    let entry = entry.state.value
    return Key4(entry.type.rawValue, entry.time, entry.rank, id)
  }

  public static func row(_ entry: Stamped<Kept<DiaryEntry>>, _ id: UUID) -> DiaryEntry {
    entry.state.value
  }
}
