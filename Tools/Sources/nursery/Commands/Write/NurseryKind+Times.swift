import DaybookTool
import Nursery

/// An option that says when something was.
enum TimeOption: String {
  case at = "--at"
  case length = "--for"
}

extension NurseryKind {
  /// Refuses a bare word that is a time or a length of time: none is the value of a field.
  ///
  /// - Parameter fits: whether a field takes the word. What begins with a number is a time all the
  ///   same, such as `14:30`, which would be a dose of 14; and a name may be `now`.
  /// - Throws: `BadText` with the option or the field that takes it; nothing where none does.
  static func refuseTime(
    _ word: String, fits: Bool, _ fields: [EntryField<State>], _ screen: Screen,
    _ options: [TimeOption]
  ) throws {
    let time =
      fits && !TypedNumber.begins(word) ? nil : sentence(ofTime: word, fields, screen, options)
    // “0.5m” is a height, but no dose is told in hours.
    let isDose = fields.contains { $0.name == "next" } && word.hasSuffix("h")
    if let told = time ?? (fits && !isDose ? nil : sentence(ofLength: word, fields, options)) {
      throw BadText(told)
    }
  }

  /// That a word is a time or a day; nil for any other.
  private static func sentence(
    ofTime word: String, _ fields: [EntryField<State>], _ screen: Screen, _ options: [TimeOption]
  ) -> String? {
    let times = TimeText(screen.zone, now: screen.now)
    if times.isTime(word) {
      return way(of: word, ["start", "time"], fields, options).map {
        "“\(word)” is a time: write `\($0)`"
      }
    }
    guard times.dayNumber(word) != nil else { return nil }
    if fields.contains(where: { $0.name == "day" }) {
      return way(of: word, ["day"], fields, options).map { "“\(word)” is a day: write `\($0)`" }
    }
    return way(of: "\(word) 14:30", ["start", "time"], fields, options).map {
      "“\(word)” is a day: write it with the time, such as `\($0)`"
    }
  }

  /// That a word is a length of time; nil for any other.
  private static func sentence(
    ofLength word: String, _ fields: [EntryField<State>], _ options: [TimeOption]
  ) -> String? {
    guard TimeText.span(word) != nil else { return nil }
    let length = "“\(word)” is a length of time"
    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
    if options.contains(.length) {
      return "\(length): write `\(TimeOption.length.rawValue) \(word)`"
    }
    if has("next") { return "\(length): until the next dose it is `next=\(word)`" }
    if options.contains(.at) {
      return "\(length): for so long ago write `\(TimeOption.at.rawValue) -\(word)`"
    }
    return has("end") ? "\(length): say when it ended, such as `end=14:30`" : nil
  }

  /// The option, or else one of the fields, with a time, as a shell takes it.
  private static func way(
    of time: String, _ names: [String], _ fields: [EntryField<State>], _ options: [TimeOption]
  ) -> String? {
    if options.contains(.at) { return "\(TimeOption.at.rawValue) \(time.quoted)" }
    return fields.first { names.contains($0.name) }.map { "\($0.name)=\(time)".quoted }
  }
}
