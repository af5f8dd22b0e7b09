import DaybookTool
import Foundation
@_spi(Tools) import Interchange

/// What an import did, or would do.
enum ImportPrinter {
  static func print(_ plan: ImportPlan, _ arguments: StoreArguments) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: json(plan.report, isPlan: true, questions: plan.questions, addedBabies: nil))
    }
    Terminal.line("Nothing was written. An import would do this:")
    lines(plan.report, arguments, isPlan: true)
    for question in plan.questions {
      Terminal.line("\(question.id): \(question.text)")
      for choice in question.choices {
        Terminal.line("  \(choice.answer): \(choice.meaning)")
      }
      if let words = OpenQuestions.correction(question) { Terminal.line("  or \(words)") }
    }
    if let form = OpenQuestions.form(plan.questions) { Terminal.line(form) }
  }

  /// - Parameters:
  ///   - undo: the words of the command that takes it back; nil when nothing was written.
  ///   - addedBabies: the names of the babies that it made.
  static func print(
    _ report: ImportReport, _ arguments: StoreArguments, undo: String?, addedBabies: [String]
  ) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: json(report, isPlan: false, questions: [], addedBabies: addedBabies))
    }
    lines(report, arguments)
    // Of a name that is mistyped, each entry is another baby's.
    for name in addedBabies { Terminal.line("Added baby \(name).") }
    if report.seconds >= 10 {
      let speed = Int(Double(report.counts.rows) / report.seconds)
      Terminal.line("It took \(Int(report.seconds)) s: \(speed) rows a second.")
    }
    guard let undo else { return }
    if !report.changesEntries {
      Terminal.line(
        "No entry was changed. Written is only which entries the rows are and what they say, for "
          + "later imports.")
    }
    Terminal.line("To take all of it back: \(arguments.command(undo))")
  }

  private static func lines(
    _ report: ImportReport, _ arguments: StoreArguments, isPlan: Bool = false
  ) {
    Terminal.line(text(report.counts))
    for table in report.tables {
      let note = table.isDerived ? ", from the cells of the others" : ""
      let name = table.name.isEmpty ? "in no table" : table.name
      Terminal.line("  \(name): \(text(table.counts))\(note)")
    }
    for warning in report.warnings where warning.code != .absentColumn {
      Terminal.line("  " + text(warning))
    }
    for file in report.files where !file.absentColumns.isEmpty {
      let names = file.absentColumns.map { "“\($0)”" }.joined(separator: ", ")
      Terminal.line("  \(file.name) has no column \(names): all rows have nothing there")
    }
    for cells in report.cells { Terminal.line("  " + text(cells)) }
    if !report.passedOver.isEmpty {
      let files = report.passedOver.map { file in
        let words = [file.problem, file.rows.map { rows($0) }].compactMap(\.self)
        return "\(file.name) (\(words.joined(separator: ", ")))"
      }
      Terminal.line("  passed over: " + files.joined(separator: ", "))
    }
    if report.vanished > 0 {
      let first = report.vanishedRows.first.map {
        ", such as \($0.entity.uuidString.prefix(8).lowercased()) of \($0.table)"
      }
      Terminal.line(
        "  \(rows(report.vanished)) of earlier imports \(report.vanished == 1 ? "is" : "are") "
          + "not in the files any more" + (first ?? ""))
      if report.removed > 0 {
        let entries = report.removed == 1 ? "1 entry" : "\(report.removed) entries"
        let verb = isPlan ? "would be" : report.removed == 1 ? "was" : "were"
        Terminal.line("  \(entries) \(verb) deleted for that")
      }
    }
    for conflict in report.conflicts { Terminal.line("  " + text(conflict, arguments)) }
    quarantine(report)
    for row in report.skipped { Terminal.line("  \(place(row.position)): \(row.reason)") }
  }

  /// The first rows that cannot be read, each with the reason.
  static func quarantine(_ report: ImportReport) {
    for row in report.quarantined.prefix(20) {
      Terminal.line("  \(place(row.position)): \(row.reasonAlone)")
    }
    let rest = report.counts.quarantined - min(report.quarantined.count, 20)
    if rest > 0 { Terminal.line("  and \(rows(rest)) more that cannot be read") }
  }

  /// Where a row stands: by its line, in a file of JSON by its number.
  static func place(_ position: SourcePosition) -> String {
    position.line <= 1 && position.record > 1
      ? "\(position.file), record \(position.record)" : "\(position.file), line \(position.line)"
  }

  private static func text(_ cells: CellRemark) -> String {
    let what =
      switch cells.outcome {
      case .unread: "not read"
      case .nothing: "read as nothing"
      case .changed: "changed on the way"
      }
    let count = cells.count == 1 ? "1 cell" : "\(cells.count) cells"
    return "\(place(cells.first)): “\(cells.column)” is \(what) (\(count), first "
      + "“\(cells.text.prefix(40))”)"
  }

  private static func text(_ counts: ImportReport.Counts) -> String {
    let parts = [
      (counts.imported, "imported"), (counts.changed, "changed"),
      (counts.unchanged, "unchanged"), (counts.conflicts, "in conflict"),
      (counts.skipped, "left out"), (counts.quarantined, "quarantined"),
    ]
    let told = parts.filter { $0.0 > 0 || $0.1 == "imported" }.map { "\($0.0) \($0.1)" }
    return "\(rows(counts.rows)): " + told.joined(separator: ", ")
  }

  private static func rows(_ count: Int) -> String { Measures.count(count, "row") }

  /// Such as `it ends before it starts (2 times, first at feeds.csv, line 3)`.
  private static func text(_ warning: ImportReport.Warning) -> String {
    if warning.code == .unknownColumn {
      let columns = Measures.count(warning.count, "column")
      let verb = Measures.verb(warning.count)
      return "\(columns) \(verb) not read; the history has the text of each until a purge"
    }
    let count = warning.count == 1 ? "once" : "\(warning.count) times"
    let first = warning.samples.first.map { ", first at \(place($0))" } ?? ""
    return "\(warning.code.meaning ?? words(of: warning.code)) (\(count)\(first))"
  }

  /// The name of a warning as words, such as `zone assumed`, for one that says no more.
  private static func words(of code: ImportWarning) -> String {
    code.rawValue.reduce(into: "") { text, letter in
      text += (letter.isUppercase ? " " : "") + letter.lowercased()
    }
  }

  /// What a person has changed and the row says otherwise, and how to take what the row says.
  private static func text(
    _ conflict: ImportReport.Conflict, _ arguments: StoreArguments
  ) -> String {
    let id = conflict.entity.uuidString.prefix(8).lowercased()
    let place = place(conflict.position)
    if conflict.isDeleted {
      return "\(place): the entry was deleted here and stays so; to have it back: "
        + arguments.command("restore \(id)")
    }
    if conflict.values.isEmpty { return "\(place): \(id) stays as it is here" }
    let values = conflict.values.map {
      "\($0.property) is \(quoted($0.here)) here and \(quoted($0.told)) in the file"
    }
    return "\(place): \(values.joined(separator: ", ")); it stays as it is here; to take another: "
      + arguments.command("edit \(id) \(conflict.values[0].property)=VALUE")
  }

  private static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "nothing" }
}

extension ImportReport {
  /// Whether an entry, a baby or another thing is new, other than before, or gone.
  fileprivate var changesEntries: Bool {
    let all = [counts] + tables.map(\.counts)
    return removed > 0 || all.contains { $0.imported + $0.changed + $0.conflicts > 0 }
  }
}
