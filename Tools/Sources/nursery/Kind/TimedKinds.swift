import Daybook
import DaybookTool
import Nursery

enum SleepKind: TimedNurseryKind {
  static let word = "sleep"
  static let needs: String? =
    "say how long it took or when it ended: --for 1h, or end=14:30; start sleep begins one"
  static let needsWords = false

  static var fields: [EntryField<SleepSession>] {
    EntryField.beginning() + [
      .end(\.end, of: \.start),
      .flag("nap", \.details.nap, words: ["nap": true, "night": false]),
    ] + EntryField.ending()
  }

  static func words(_ sleep: SleepSession, _ screen: Screen) -> String {
    [sleep.details.nap.map { $0 ? "nap" : "night" }, length(sleep)].compactMap(\.self)
      .joined(separator: ", ")
  }

  static func lacks(_ sleep: SleepSession) -> Bool { sleep.end == sleep.start }

  static func make(_ baby: UUID, _ time: Date) -> SleepSession? {
    SleepSession(baby: baby, start: time, end: time)
  }
}

enum PumpingKind: TimedNurseryKind {
  static let word = "pumping"
  static let plural = "pumpings"
  static let needs: String? = "say how much or how long, such as left=50ml right=40ml --for 15m"
  static let needsWords = false

  static var fields: [EntryField<PumpingSession>] {
    EntryField.beginning() + [
      .end(\.end, of: \.start), .amount("amount", \.details.amount),
      .amount("left", \.details.left),
      .amount("right", \.details.right),
    ] + EntryField.ending()
  }

  static func words(_ pumping: PumpingSession, _ screen: Screen) -> String {
    let details = pumping.details
    func text(_ amount: Amount?, _ side: String = "") -> String? {
      amount.map { side + AmountText.text($0, in: screen.unit) }
    }
    return [
      text(details.amount), text(details.left, "left "), text(details.right, "right "),
      length(pumping),
    ].compactMap(\.self).joined(separator: ", ")
  }

  static func lacks(_ pumping: PumpingSession) -> Bool {
    let details = pumping.details
    return pumping.end == pumping.start
      && [details.amount, details.left, details.right].allSatisfy { $0 == nil }
  }

  static func make(_ baby: UUID, _ time: Date) -> PumpingSession? {
    PumpingSession(baby: baby, start: time, end: time)
  }
}

enum ActivityKind: TimedNurseryKind {
  static let word = "activity"
  static let plural = "activities"
  static let needs: String? = "say what it was, such as tummy-time, cry or walk"

  static var fields: [EntryField<ActivitySession>] {
    EntryField.beginning() + [
      .end(\.end, of: \.start),
      EntryField(
        name: "activity", property: "activity", help: "tummy-time, cry, or your own word",
        text: { activity, _ in name(activity) },
        json: { ["activity": .text($0.details.activity.rawValue)] },
        set: { activity, text, _ in
          let isTummy = ["tummy", "tummy-time", "tummytime"].contains(text.lowercased())
          activity.details.activity = ActivityType(rawValue: isTummy ? "tummyTime" : text)
        },
        takes: { !TypedNumber.begins($0) }),
      .text("text", \.details.text, help: "what came of it"),
    ] + EntryField.ending()
  }

  static func words(_ activity: ActivitySession, _ screen: Screen) -> String {
    [name(activity), activity.details.text, length(activity)].compactMap(\.self)
      .joined(separator: ", ")
  }

  static func lacks(_ activity: ActivitySession) -> Bool { activity.title == nil }

  static func make(_ baby: UUID, _ time: Date) -> ActivitySession? {
    ActivitySession(baby: baby, start: time, end: time)
  }

  @Sendable private static func name(_ activity: ActivitySession) -> String? {
    activity.details.activity == .tummyTime ? "tummy time" : activity.title
  }
}
