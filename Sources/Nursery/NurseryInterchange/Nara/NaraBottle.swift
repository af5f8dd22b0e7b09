internal import Interchange
internal import Nursery

/// What a row of Nara's says of a bottle: one kind of milk with its volume, or both in one.
struct NaraBottle {
  /// A feed from the bottle. Two volumes whose units cannot be added are a feed each.
  struct Feed {
    /// What the name of its table ends with.
    let part: String
    let amount: Amount?
    let content: FeedContent
  }

  let feeds: [Feed]
  /// What has no property of its own, line by line.
  let lines: [String]
  /// Whether the type is another kind of milk than that of the volumes.
  let isContradicted: Bool
  /// Whether there was one: some volume is more than nothing, or none is told and something else
  /// is.
  let isThere: Bool

  init(_ cells: NaraCells, _ type: String) throws(RowRefusal) {
    let columns = (
      whole: "[\(type)] Volume", milk: "[\(type)] Breast Milk Volume",
      formula: "[\(type)] Formula Volume"
    )
    let milk = try cells.volume(columns.milk)
    let formula = try cells.volume(columns.formula)
    let whole = try cells.volume(columns.whole)
    let word = cells.row["[\(type)] Type"].trimmed
    let name = cells.row["[\(type)] Formula Name"]
    let told = Self.content(word)
    let found = Self.content(milk, formula)
    isContradicted = found.map { told != .unknown && told != $0 } ?? false
    // The volumes were measured; the word stays beside them.
    let isPlain = told == .breastMilk || told == .formula
    let alone: FeedContent? =
      (milk == nil) == (formula == nil) ? nil : milk != nil ? .breastMilk : .formula
    let content =
      told == .unknown ? found ?? alone ?? .unknown : isPlain ? found ?? told : told
    let kept = isContradicted && isPlain ? word : ""
    let volumes = [milk, formula, whole].compactMap(\.self)
    isThere =
      volumes.contains { $0.value > 0 }
      || volumes.isEmpty && !(word.isEmpty && name.trimmed.isEmpty)
    var parts = ""
    if let milk, let formula {
      let sum = milk.adding(formula)
      let isMixed = milk.value > 0 && formula.value > 0
      if isMixed, whole != nil || sum != nil {
        parts =
          "breast milk \(cells.text(columns.milk)), formula \(cells.text(columns.formula))"
      }
      if let whole {
        if sum?.mayBe(whole) != true { Self.noteChange(cells, columns.milk, columns.formula) }
        feeds = [Feed(part: "", amount: whole, content: content)]
      } else if let sum {
        if milk.unitText != formula.unitText { cells.row.noteChange(of: columns.formula) }
        feeds = [Feed(part: "", amount: sum, content: content)]
      } else {
        feeds = [
          Feed(part: "", amount: milk, content: .breastMilk),
          Feed(part: "/formula", amount: formula, content: .formula),
        ]
      }
    } else {
      if let whole, let part = milk ?? formula, !part.mayBe(whole) {
        Self.noteChange(cells, columns.milk, columns.formula)
      }
      feeds = [Feed(part: "", amount: whole ?? milk ?? formula, content: content)]
    }
    lines = [kept, name, parts].filter { !$0.trimmed.isEmpty }
  }

  /// The whole is another amount than its parts, and it alone is kept.
  private static func noteChange(_ cells: NaraCells, _ columns: String...) {
    for column in columns where !cells.row.peek(column).trimmed.isEmpty {
      cells.row.noteChange(of: column)
    }
  }

  /// What the volumes tell; nil for volumes of nothing.
  private static func content(_ milk: Amount?, _ formula: Amount?) -> FeedContent? {
    switch (milk?.value ?? 0 > 0, formula?.value ?? 0 > 0) {
    case (true, true): .mixed
    case (true, false): .breastMilk
    case (false, true): .formula
    case (false, false): nil
    }
  }

  private static func content(_ text: String) -> FeedContent {
    switch text.lowercased().replacing("_", with: " ") {
    case "": .unknown
    case "breast milk", "breastmilk": .breastMilk
    case "formula": .formula
    case "mixed", "both", "breast milk formula": .mixed
    default: .other(text)
    }
  }
}
