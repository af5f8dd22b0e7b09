import Daybook
import Foundation

/// When and where the puppy peed, without the rest of the entry.
public struct Pee: FieldPayload, Hashable, Sendable {
  public var time = Date(timeIntervalSinceReferenceDate: 0)
  /// Nil when nobody noted it.
  public var place: Place?

  public init() {}

  public init(at time: Date, place: Place?) {
    self.time = time
    self.place = place
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &time)
    try field(2, &place)
  }
}

/// All pees, oldest first: a long list, so its rows are short.
public struct PeesByTime: Index {
  public static let name = "puppy.peesByTime"

  public static func key(
    _ entry: Stamped<Kept<DiaryEntry>>
  ) -> Key3<Date, Int, ID<Kept<DiaryEntry>>>? {
    entry.value.type == .pee ? Key3(entry.value.time, entry.value.rank, entry.id) : nil
  }

  public static func row(_ entry: Stamped<Kept<DiaryEntry>>) -> Pee {
    Pee(at: entry.value.time, place: entry.value.place)
  }
}
