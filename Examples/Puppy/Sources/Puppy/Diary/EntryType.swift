import Daybook

/// What an entry is about, in the words of the app's files.
public struct EntryType: RawRepresentable, PayloadValue, Hashable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let meal = EntryType(rawValue: "eten")
  public static let drink = EntryType(rawValue: "drinken")
  public static let pee = EntryType(rawValue: "plassen")
  public static let poop = EntryType(rawValue: "poepen")
  public static let sleep = EntryType(rawValue: "slapen")
  public static let wake = EntryType(rawValue: "ontwaken")
  public static let walk = EntryType(rawValue: "uitlaten")
  public static let garden = EntryType(rawValue: "tuin")
  public static let training = EntryType(rawValue: "training")
  public static let crate = EntryType(rawValue: "bench")
  public static let social = EntryType(rawValue: "sociaal")
  public static let milestone = EntryType(rawValue: "milestone")
  public static let behaviour = EntryType(rawValue: "gedrag")
  public static let weight = EntryType(rawValue: "gewicht")
  public static let moment = EntryType(rawValue: "moment")
  public static let medication = EntryType(rawValue: "medicatie")
  /// Hours in which somebody else had the puppy and took no notes.
  public static let coverageGap = EntryType(rawValue: "coverageGap")

  /// Those that the app knows; a file may have others.
  public static let known: Set<EntryType> = [
    meal, drink, pee, poop, sleep, wake, walk, garden, training, crate, social, milestone,
    behaviour, weight, moment, medication, coverageGap,
  ]
}

/// Where the puppy relieved itself, in the words of the app's files.
public struct Place: RawRepresentable, PayloadValue, Hashable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let outside = Place(rawValue: "buiten")
  public static let inside = Place(rawValue: "binnen")
}
