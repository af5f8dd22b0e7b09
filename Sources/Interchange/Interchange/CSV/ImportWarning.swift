/// A remark on a row or a file that was read all the same; the name is stable between versions.
public struct ImportWarning: RawRepresentable, Hashable, Codable, Sendable, Comparable {
  /// The stable name, such as `overlap`.
  public let rawValue: String

  /// Wraps a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The interval overlaps another of the same child and table; both carry the warning.
  public static let overlap = ImportWarning(rawValue: "overlap")
  /// It starts or ends after the moment of the import.
  public static let future = ImportWarning(rawValue: "future")
  /// It starts on a day before the child's birth.
  public static let beforeBirth = ImportWarning(rawValue: "beforeBirth")
  /// The amount is below zero.
  public static let negativeAmount = ImportWarning(rawValue: "negativeAmount")
  /// The local time occurs twice, and one of the two instants was chosen.
  public static let ambiguousTime = ImportWarning(rawValue: "ambiguousTime")
  /// The local time never occurs; it was moved forward by the gap.
  public static let nonexistentTime = ImportWarning(rawValue: "nonexistentTime")
  /// The digits of a length of time may be hours and minutes, or minutes and seconds.
  public static let ambiguousLength = ImportWarning(rawValue: "ambiguousLength")
  /// The file has a column with content of which no row was read.
  public static let unknownColumn = ImportWarning(rawValue: "unknownColumn")
  /// The importer asks for a column that the file does not have; all rows have nothing there.
  public static let absentColumn = ImportWarning(rawValue: "absentColumn")
  /// A word is outside the source's list; the entry keeps it where it has room for one.
  public static let unknownEnum = ImportWarning(rawValue: "unknownEnum")
  /// An earlier row says the same in every cell but the id.
  public static let duplicateRow = ImportWarning(rawValue: "duplicateRow")
  /// An earlier row of the same child has the same instant but says something else.
  public static let identicalInstant = ImportWarning(rawValue: "identicalInstant")
  /// The cell of an amount holds no number; the entry has no amount.
  public static let unreadableAmount = ImportWarning(rawValue: "unreadableAmount")
  /// The unit of an amount is not known; the amount is kept as it was typed, and such
  /// amounts have a sum of their own.
  public static let unknownUnit = ImportWarning(rawValue: "unknownUnit")
  /// It ends when it starts.
  public static let zeroLength = ImportWarning(rawValue: "zeroLength")
  /// It lasts longer than 24 hours.
  public static let over24h = ImportWarning(rawValue: "over24h")
  /// It was written in another zone than most rows; days are those of the store.
  public static let otherZone = ImportWarning(rawValue: "otherZone")
  /// It has no end, so that it still goes on.
  public static let noEnd = ImportWarning(rawValue: "noEnd")
  /// It ends before it starts.
  public static let endBeforeStart = ImportWarning(rawValue: "endBeforeStart")
  /// Its amount is another one than the sum of its parts; both are kept.
  public static let partsDiffer = ImportWarning(rawValue: "partsDiffer")
  /// It names another kind of milk than the volumes beside it; those count, and the word is kept.
  public static let contentDiffers = ImportWarning(rawValue: "contentDiffers")
  /// It tells the number of a child and a name that is not this child's; the number counts.
  public static let nameDiffers = ImportWarning(rawValue: "nameDiffers")
  /// Nothing tells at which breast the child was fed.
  public static let sideUnreadable = ImportWarning(rawValue: "sideUnreadable")
  /// A tag id is not in the tag file; the tag is named `#` and the id.
  public static let tagIdUnknown = ImportWarning(rawValue: "tagIdUnknown")
  /// The rows have no id column; a child got its place in the file as id.
  public static let idAssumed = ImportWarning(rawValue: "idAssumed")
  /// A date that is not needed to keep the row could not be read.
  public static let unreadableDate = ImportWarning(rawValue: "unreadableDate")
  /// It names nobody; it is kept as an entry of nobody.
  public static let noSubject = ImportWarning(rawValue: "noSubject")

  /// Alphabetical by name.
  public static func < (a: ImportWarning, b: ImportWarning) -> Bool { a.rawValue < b.rawValue }
}

extension ImportWarning {
  /// What it says of a row, for people; nil for one that an importer declares itself.
  public var meaning: String? { Self.meanings[self] }

  private static let meanings: [ImportWarning: String] = [
    .overlap: "it lies over another of the same child", .future: "it is in the future",
    .beforeBirth: "it is before the birth", .negativeAmount: "the amount is below zero",
    .ambiguousTime: "clocks showed that time twice; one of both was taken",
    .ambiguousLength:
      "its digits may be hours and minutes; more than four hours count as minutes and seconds",
    .nonexistentTime: "clocks never showed that time; the one after the gap was taken",
    .unknownColumn: "no row of the column is read; the history has the text of each until a purge",
    .absentColumn: "the file does not have the column; all rows have nothing there",
    .unknownEnum: "the word is not known; the history has the row until a purge",
    .noEnd: "it has no end, and goes on",
    .duplicateRow: "an earlier row says the same",
    .identicalInstant: "an earlier row of that time says something else",
    .unreadableAmount: "the amount is no number; the history has the row until a purge",
    .unknownUnit: "the unit is not known; amounts in it have a sum of their own",
    .otherZone: "it was written in another zone than most",
    .zeroLength: "it ends when it starts", .over24h: "it lasts longer than 24 hours",
    .endBeforeStart: "it ends before it starts",
    .sideUnreadable: "nothing tells at which breast",
    .tagIdUnknown: "no file names the tag; it is named by its number",
    .idAssumed: "there is no id; the place in the file stands for it",
    .noSubject: "it names no child",
    .unreadableDate: "a date cannot be read; the history has the row until a purge",
    .contentDiffers: "the kind of milk is not that of the volumes; both are kept",
    .nameDiffers: "the name is not that of the child with this number; the number counts",
    .partsDiffer: "the amount is not the sum of its parts; both are kept",
  ]
}
