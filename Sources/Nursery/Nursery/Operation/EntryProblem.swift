public import Daybook

/// One thing that is wrong with an entry.
public enum EntryProblem: Equatable, Sendable, CustomStringConvertible {
  /// It ends before it starts.
  case endBeforeStart
  /// It takes longer than a day.
  case tooLong(seconds: Double)
  /// The next feed would be due after more than a day.
  case feedTermTooLong(seconds: Double)
  /// A time is in the future.
  case inFuture(Date)
  /// The day that it is told for has not come yet.
  case dayInFuture(CivilDay)
  /// A time or number is infinite or not a number.
  case notFinite
  /// A time is of no year from 1900 to 2199.
  case farOff
  /// A number is negative.
  case negative
  /// A name is empty.
  case emptyName
  /// A name has more bytes of UTF-8 than `EntryRules.longestName`.
  case nameTooLong(bytes: Int)
  /// The sign of a custom event, of its type or of an item has more bytes than that.
  case signTooLong(bytes: Int)
  /// A tag has more bytes than that, without the `#` before it.
  case tagTooLong(bytes: Int)
  /// There never was such a baby here.
  case unknownBaby(UUID)
  /// The baby is deleted.
  case deletedBaby(UUID)
  /// There is an entry with that identifier, or was.
  case idInUse(UUID)
  /// Another entry of the kind and baby has a part of the same time.
  case overlaps(UUID)

  /// Whether it takes longer than a day.
  public var isTooLong: Bool { if case .tooLong = self { true } else { false } }

  /// Whether it is of a text that events have copies of, from their type.
  var isOfCopiedText: Bool {
    switch self {
    case .nameTooLong, .signTooLong: true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .endBeforeStart: "it ends before it starts; check both times"
    case .tooLong(let seconds):
      "it takes \(Self.hours(seconds)); an entry takes 24 at most"
    case .feedTermTooLong(let seconds):
      "the next feed would be due after \(Self.hours(seconds)); give 24 at most"
    case .inFuture(let date): "its time \(Self.text(of: date)) is in the future; check the date"
    case .dayInFuture(let day): "its day \(day) is in the future; check the date"
    case .notFinite: "a time or number is not finite; give another"
    case .farOff: "a time is of no year from 1900 to 2199; check the date"
    case .negative: "a number is negative; give 0 or more"
    case .emptyName: "the name is empty; give one"
    case .nameTooLong(let bytes): Self.beyondLimit("name", bytes)
    case .signTooLong(let bytes): Self.beyondLimit("sign", bytes)
    case .tagTooLong(let bytes): Self.beyondLimit("tag", bytes)
    case .unknownBaby(let id): "there is no baby \(id); add it first"
    case .deletedBaby(let id): "baby \(id) is deleted; restore it first"
    case .idInUse(let id): "there is an entry \(id) already; take another identifier"
    case .overlaps(let id): "entry \(id) has a part of the same time; change one of both"
    }
  }

  private static func beyondLimit(_ text: String, _ bytes: Int) -> String {
    "the \(text) of \(bytes.counted("byte")) is beyond the limit of \(EntryRules.longestName); "
      + "shorten it"
  }

  /// Such as `25 hours`, and `more than 24 hours` for some minutes more.
  private static func hours(_ seconds: Double) -> String {
    let whole = (seconds / 3600).rounded(.down)
    let count = Int(exactly: whole).map { "\($0)" } ?? "\(whole)"
    return "\(whole * 3600 < seconds ? "more than " : "")\(count) hours"
  }

  /// The system's text of an instant stops the program where the instant is far off.
  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    return CivilCalendar.range.contains(seconds)
      ? date.description : "\(seconds) seconds after 2001"
  }
}
