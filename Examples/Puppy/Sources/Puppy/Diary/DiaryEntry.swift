import Daybook
import Foundation

/// Something that happened to the puppy, or that somebody did with it.
///
/// What a file does not tell is nil: neither zero nor false. Words are kept as they are told, also
/// those that the app does not know.
public struct DiaryEntry: KeptValue {
  public static let kindName = "entry"

  public var time = Date(timeIntervalSinceReferenceDate: 0)
  public var type = EntryType(rawValue: "")
  /// When it was written down and changed last, as a file tells it.
  public var createdAt: Date?
  public var modifiedAt: Date?
  public var place: Place?
  public var note: String?
  public var who: String?
  public var exercise: String?
  public var result: String?
  public var minutes: Int?
  public var photo: String?
  /// What was taken with this app; `photo` is what a file tells.
  public var picture: Attachment?
  public var video: String?
  public var thumbnail: String?
  public var latitude: Double?
  public var longitude: Double?
  public var isPhotoSynced: Bool?
  public var kilograms: Double?
  public var spot: ID<Kept<WalkSpot>>?
  public var spotName: String?
  public var walk: ID<Kept<DiaryEntry>>?
  public var sleep: UUID?
  /// Of a coverage gap: why nobody took notes, when that ended, and where the puppy was.
  public var gapType: String?
  public var end: Date?
  public var gapPlace: String?
  /// Which of the entries of one moment it is in its file, from the bottom; files tell minutes.
  public var rank = 0

  public init() {}

  public init(
    _ type: EntryType, at time: Date, place: Place? = nil, note: String? = nil, end: Date? = nil
  ) {
    self.type = type
    self.time = time
    self.place = place
    self.note = note
    self.end = end
  }

  public var date: Date? { time }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &time)
    try field(3, &type)
    try field(4, &createdAt)
    try field(5, &modifiedAt)
    try field(6, &place)
    try field(7, &note)
    try field(8, &who)
    try field(9, &exercise)
    try field(10, &result)
    try field(11, &minutes)
    try field(12, &photo)
    try field(13, &video)
    try field(14, &thumbnail)
    try field(16, &latitude)
    try field(17, &longitude)
    try field(18, &isPhotoSynced)
    try field(19, &kilograms)
    try field(20, &spot)
    try field(21, &spotName)
    try field(22, &walk)
    try field(23, &sleep)
    try field(24, &gapType)
    try field(25, &end)
    try field(26, &gapPlace)
    try field(27, &rank)
    try field(28, &picture)
  }

  public static let propertyNames = [
    2: "time", 3: "type", 4: "createdAt", 5: "modifiedAt", 6: "place", 7: "note", 8: "who",
    9: "exercise", 10: "result", 11: "minutes", 12: "photo", 13: "video", 14: "thumbnail",
    16: "latitude", 17: "longitude", 18: "isPhotoSynced", 19: "kilograms", 20: "spot",
    21: "spotName", 22: "walk", 23: "sleep", 24: "gapType", 25: "end", 26: "gapPlace", 27: "rank",
    28: "picture",
  ]
}
