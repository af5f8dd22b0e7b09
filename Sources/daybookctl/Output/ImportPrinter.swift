#if Tools
  import Interchange

  /// What an import did, or would do.
  enum ImportPrinter {
    private struct Planned: Encodable {
      let plan = true
      let report: ImportReport
      let questions: [ImportQuestion]
    }

    private struct Done: Encodable {
      let plan = false
      let report: ImportReport
    }

    static func print(_ plan: ImportPlan, _ arguments: StoreArguments) throws {
      if arguments.printsJSON {
        return try arguments.print(
          json: Planned(report: plan.report, questions: plan.questions))
      }
      Terminal.line("Nothing was written. An import would do this:")
      lines(plan.report)
      for question in plan.questions {
        Terminal.line("\(question.id): \(question.text)")
        for choice in question.choices {
          Terminal.line("  \(choice.answer): \(choice.meaning)")
        }
      }
    }

    static func print(_ report: ImportReport, _ arguments: StoreArguments) throws {
      if arguments.printsJSON { return try arguments.print(json: Done(report: report)) }
      lines(report)
      if report.counts.imported + report.counts.changed > 0 {
        Terminal.line("To take all of it back: \(arguments.command("undo"))")
      }
    }

    private static func lines(_ report: ImportReport) {
      Terminal.line(text(report.counts))
      for table in report.tables {
        let note = table.isDerived ? ", from the cells of the others" : ""
        Terminal.line("  \(table.name): \(text(table.counts))\(note)")
      }
      for warning in report.warnings {
        let first = warning.samples.first.map { ", first at \($0.file), line \($0.line)" } ?? ""
        Terminal.line("  \(warning.code.rawValue): \(warning.count)\(first)")
      }
      for file in report.files where !file.unknownColumns.isEmpty {
        let columns = file.unknownColumns.map { "“\($0)”" }.joined(separator: ", ")
        Terminal.line("  \(file.name) has columns that nobody knows: \(columns)")
      }
      if !report.passedOver.isEmpty {
        let files = report.passedOver.map { "\($0.name) (\(rows($0.rows)))" }
        Terminal.line("  passed over: " + files.joined(separator: ", "))
      }
      if report.vanished > 0 {
        Terminal.line("  \(rows(report.vanished)) of earlier imports are not in the files any more")
      }
      for conflict in report.conflicts {
        Terminal.line(
          "  \(place(conflict.position)): stays as a person changed it: "
            + conflict.kept.joined(separator: ", "))
      }
      for row in report.quarantined.prefix(20) {
        Terminal.line("  \(place(row.position)): \(row.reason)")
      }
      for row in report.skipped { Terminal.line("  \(place(row.position)): \(row.reason)") }
    }

    private static func place(_ position: SourcePosition) -> String {
      "\(position.file), line \(position.line)"
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

    private static func rows(_ count: Int?) -> String {
      guard let count else { return "not CSV" }
      return count == 1 ? "1 row" : "\(count) rows"
    }
  }
#endif
