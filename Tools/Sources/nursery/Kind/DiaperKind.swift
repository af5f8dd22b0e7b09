import Daybook
import DaybookTool
import Nursery

enum DiaperKind: NurseryKind {
  static let word = "diaper"
  static let needs: String? = "say what it was: wet, solid, both, or dry"

  static var fields: [EntryField<DiaperChange>] {
    [
      .baby(\.baby), .date("time", \.time), .flag("wet", \.wet, words: ["wet", "pee"]),
      .flag("solid", \.solid, words: ["solid", "poo"]), dry,
      .text("color", \.color, help: "such as yellow"), amount,
      .text("memo", \.memo, help: "free text; #tags are found"), .tags(\.tags), .photos(),
      .source(\.source),
    ]
  }

  static func words(_ diaper: DiaperChange, _ screen: Screen) -> String {
    let parts = [diaper.wet ? "wet" : nil, diaper.solid ? "solid" : nil]
    let text = parts.compactMap(\.self).joined(separator: " and ")
    return ([text.isEmpty ? "dry" : text, diaper.color] as [String?]).compactMap(\.self)
      .joined(separator: ", ")
  }

  static func make(_ baby: UUID, _ time: Date) -> DiaperChange? {
    DiaperChange(baby: baby, time: time)
  }

  /// The words that make it neither wet nor solid, and both.
  private static var dry: EntryField<DiaperChange> {
    EntryField(
      name: "content", property: "", help: "dry, or both", text: { _, _ in nil },
      json: { _ in [:] },
      set: { diaper, text, _ in
        guard ["dry", "both"].contains(text) else {
          throw BadText("content takes dry or both, not “\(text)”")
        }
        (diaper.wet, diaper.solid) = text == "both" ? (true, true) : (false, false)
      },
      takes: { ["dry", "both"].contains($0.lowercased()) }, words: ["dry", "both"])
  }

  static func together(_ words: [String]) throws -> [String] {
    let lower = words.map { $0.lowercased() }
    let content = lower.first { ["wet", "pee", "solid", "poo", "both"].contains($0) }
    if lower.contains("dry"), let content {
      throw BadText("“dry” and “\(content)” contradict each other; say one of both")
    }
    return words
  }

  /// How much, in the source's own measure.
  private static var amount: EntryField<DiaperChange> {
    EntryField(
      name: "amount", property: "amount", help: "a number",
      text: { diaper, _ in
        diaper.amount.map { AmountText.text(Amount($0, unitText: nil), in: .litre) }
      },
      json: { ["amount": .amount($0.amount.map { Amount($0, unitText: nil) })] },
      set: { diaper, text, _ in
        guard text.isEmpty || Double(text)?.isFinite == true else {
          throw BadText("the amount of a diaper is a number without a unit, not “\(text)”")
        }
        diaper.amount = Double(text)
      })
  }
}
