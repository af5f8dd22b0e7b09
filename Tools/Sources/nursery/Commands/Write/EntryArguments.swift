import ArgumentParser
import Daybook
import DaybookTool

/// What words and options say about an entry.
struct EntryArguments: ParsableArguments {
  @Argument(help: "What is known of it: words such as 120ml or wet, and FIELD=VALUE.")
  var words: [String] = []

  @Option(name: .long, help: "The baby: the beginning of a name or an id; needed with several.")
  var baby: String?

  @Option(name: .long, help: "A time \(TimeText.help); now unless told.")
  var at: String?

  @Option(name: .long, help: "Free text; #tags are found in it.")
  var memo: String?

  /// The words, and what options say, as fields.
  var values: [String] { words + (memo.map { ["memo=\(TypedNumber.withDash($0))"] } ?? []) }

  func baby(_ screen: Screen) throws -> UUID {
    if baby != nil { try refuse(["baby"], beside: "--baby") }
    return try baby.map { try screen.babies.find($0) } ?? screen.babies.only()
  }

  /// - Parameters:
  ///   - fields: those that say the same as `--at`.
  ///   - start: what it cannot be before.
  func time(
    _ screen: Screen, _ fields: [String], notBefore start: Date = .distantPast
  ) throws -> Date {
    guard let at else { return screen.now }
    try refuse(fields, beside: "--at")
    return try TimeText(screen.zone, now: screen.now).date(at, notBefore: start)
  }

  /// A new entry of the time that is told; of a day where that is enough for its kind.
  func make<K: NurseryKind>(_ kind: K.Type, _ screen: Screen) throws -> K.State? {
    let (baby, fields) = (try baby(screen), ["start", "time", "day"])
    let times = TimeText(screen.zone, now: screen.now)
    if let at, (try? times.date(at)) == nil, times.day(at) != nil,
      var state = K.make(baby, screen.now), K.setDay(&state, times.today)
    {
      try refuse(fields, beside: "--at")
      return K.setDay(&state, try times.pastDay(at)) ? state : nil
    }
    return K.make(baby, try time(screen, fields))
  }

  /// - Throws: `BadText` when a word gives a field that an option gives too.
  func refuse(_ fields: [String], beside option: String) throws {
    for field in fields where tells([field]) {
      throw BadText("\(option) and \(field)= say the same; give one of both")
    }
  }

  /// Whether a word gives one of the fields.
  func tells(_ fields: [String]) -> Bool {
    words.contains { word in fields.contains { word.lowercased().hasPrefix($0 + "=") } }
  }
}
