public import Daybook

/// Something that was written down at a time; the text is its memo.
public typealias Note = Entry<NoteDetails>

/// What is told of a note.
public struct NoteDetails: EntryDetails, Hashable {
  public static let kindName = "note"
  public static let entryKind = EntryKind.note
  public static let propertyNames = [8: "image"]

  /// Where a picture lies, in the words of the source; the picture itself is not stored.
  public var image: String?

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(image: String? = nil) {
    self.image = image
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &image)
  }

  public static func historyEntry(_ entry: Note) -> HistoryEntry { .note(entry) }
}
