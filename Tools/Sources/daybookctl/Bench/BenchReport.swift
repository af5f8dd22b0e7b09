import DaybookTool
import Foundation

/// What was measured here, beside ours.
struct BenchReport {
  let figures: Figures
  /// The folder that the stores lay in.
  let folder: String
  let time: Date

  /// A number with its unit.
  static func text(_ value: Double, _ unit: Measure.Unit) -> String {
    "\(number(value)) \(unit.rawValue)"
  }

  /// A number with three digits that count, its thousands apart.
  static func number(_ value: Double) -> String {
    guard value >= 99.95 else {
      return String(format: value >= 9.995 ? "%.1f" : "%.2f", value)
    }
    var step = 1.0
    while value / step >= 999.5 { step *= 10 }
    var digits = String(format: "%.0f", (value / step).rounded() * step)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  /// How many times as good as ours, to be shown.
  func times(_ measure: Measure) -> String {
    figures.times(OurFigures.figures, measure).map { Self.number($0) + "×" } ?? "–"
  }

  // MARK: For people

  func print() {
    var table = TextTable(["measured", "here", "ours", "here : ours"], right: [1, 2, 3])
    for measure in Measure.allCases {
      guard let value = figures.values[measure], let other = OurFigures.figures.values[measure]
      else { continue }
      table.add([
        measure.title, Self.text(value, measure.unit), Self.text(other, measure.unit),
        times(measure),
      ])
    }
    table.print()
    Terminal.line()
    for note in notes { Terminal.line(note) }
  }

  /// What is to be known about the table.
  var notes: [String] {
    let ours = OurFigures.figures.events
    var notes = [
      "Above 1× it is faster here, or smaller, than ours.",
      "Here: \(Self.count(figures.events)) events; \(machine).",
      "Ours: \(Self.count(ours)) events; \(OurFigures.machine); \(OurFigures.day).",
    ]
    if figures.events != ours {
      notes.append("–: depends on how many events there are, so it cannot be compared.")
    }
    if ["tmpfs", "ramfs"].contains(Host.fileSystem(of: folder)) {
      notes.append(
        "The folder lies in memory, where a flush costs nothing: --in FOLDER measures a disk.")
    }
    if Host.isDebugBuild {
      notes.append("This program was built without optimisation: build it with `make build`.")
    }
    return notes + ["Other work on a machine makes all of it slower: measure on a quiet one."]
  }

  private var machine: String { Host.words(with: folder) }

  private static func count(_ events: Int) -> String { number(Double(events)) }

  // MARK: For programs

  var json: [String: JSON.Value] {
    let rows = Measure.allCases.map { measure -> JSON.Value in
      [
        "key": .text(measure.rawValue), "measured": .text(measure.title),
        "unit": .text(measure.unit.rawValue), "here": JSON.Value(figures.values[measure]),
        "ours": JSON.Value(OurFigures.figures.values[measure]),
        "timesOurs": JSON.Value(figures.times(OurFigures.figures, measure)),
      ]
    }
    let here: JSON.Value = [
      "events": .int(figures.events), "machine": .text(machine),
      "optimised": .bool(!Host.isDebugBuild),
    ]
    let ours: JSON.Value = [
      "events": .int(OurFigures.figures.events), "machine": .text(OurFigures.machine),
      "day": .text(OurFigures.day),
    ]
    let whole = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    return ["rows": .list(rows), "here": here, "ours": ours].with("time", whole)
  }
}
