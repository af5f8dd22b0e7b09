import DaybookTool
import Interchange

// Key by key, although `ImportReport` is `Codable`: a report in a file has the names of properties,
// and the command line has those that its page in the guide promises.
extension ImportPrinter {
  /// The JSON, the same for a plan and for what was done.
  ///
  /// - Parameter addedBabies: the names of the babies that it made; nil for a plan.
  static func json(
    _ report: ImportReport, isPlan: Bool, questions: [ImportQuestion], addedBabies: [String]?
  ) -> [String: JSON.Value] {
    let whole: [String: JSON.Value] = [
      "plan": .bool(isPlan), "provider": .text(report.provider),
      "instance": .text(report.instance), "vanished": .int(report.vanished),
      "removed": .int(report.removed), "seconds": .number(report.seconds),
      "questions": .list(questions.map(json)),
      "addedBabies": addedBabies.map { JSON.Value($0) } ?? .null,
    ]
    let parts: [String: JSON.Value] = [
      "files": .list(report.files.map(json)), "tables": .list(report.tables.map(json)),
      "cells": .list(report.cells.map(json)),
      "warnings": .object(
        Dictionary(report.warnings.map { ($0.code.rawValue, $0.count) }, uniquingKeysWith: +)
          .mapValues { .int($0) }),
      "passedOver": .list(report.passedOver.map(json)),
    ]
    let rows: [String: JSON.Value] = [
      "warnedRows": .list(report.warnings.flatMap(json)),
      "conflictingRows": .list(report.conflicts.map(json)),
      "quarantinedRows": .list(
        report.quarantined.map {
          row($0.position, ["column": JSON.Value($0.column), "reason": .text($0.reason)])
        }),
      "leftOutRows": .list(
        report.skipped.map { row($0.position, ["column": .null, "reason": .text($0.reason)]) }),
      "vanishedRows": .list(report.vanishedRows.map(json)),
    ]
    return [whole, parts, rows].reduce(into: counts(report.counts)) { all, more in
      all.merge(more) { _, new in new }
    }
  }

  private static func counts(_ counts: ImportReport.Counts) -> [String: JSON.Value] {
    [
      "rows": .int(counts.rows), "imported": .int(counts.imported),
      "changed": .int(counts.changed), "unchanged": .int(counts.unchanged),
      "inConflict": .int(counts.conflicts), "leftOut": .int(counts.skipped),
      "quarantined": .int(counts.quarantined),
    ]
  }

  private static func json(_ file: ImportReport.File) -> JSON.Value {
    [
      "name": .text(file.name), "counts": .object(counts(file.counts)),
      "unknownColumns": JSON.Value(file.unknownColumns),
      "absentColumns": JSON.Value(file.absentColumns),
    ]
  }

  private static func json(_ table: ImportReport.Table) -> JSON.Value {
    [
      "name": table.name.isEmpty ? .null : .text(table.name),
      "kind": table.kind.isEmpty ? .null : .text(table.kind),
      "isDerived": .bool(table.isDerived), "counts": .object(counts(table.counts)),
    ]
  }

  private static func json(_ file: PassedOverFile) -> JSON.Value {
    [
      "name": .text(file.name), "rows": JSON.Value(file.rows),
      "problem": JSON.Value(file.problem),
    ]
  }

  private static func json(_ question: ImportQuestion) -> JSON.Value {
    let choices = question.choices.map { choice -> JSON.Value in
      ["answer": .text(choice.answer), "meaning": .text(choice.meaning)]
    }
    return ["id": .text(question.id), "text": .text(question.text), "choices": .list(choices)]
  }

  /// What is told of a row, with where it stands.
  private static func row(
    _ position: SourcePosition, _ facts: [String: JSON.Value]
  ) -> JSON.Value {
    let place: [String: JSON.Value] = [
      "file": .text(position.file), "line": .int(position.line), "record": .int(position.record),
    ]
    return .object(place.merging(facts) { _, fact in fact })
  }

  private static func json(_ cells: CellRemark) -> JSON.Value {
    row(
      cells.first,
      [
        "file": .text(cells.file), "column": .text(cells.column),
        "outcome": .text(cells.outcome.rawValue), "count": .int(cells.count),
      ])
  }

  private static func json(_ warning: ImportReport.Warning) -> [JSON.Value] {
    warning.samples.map { row($0, ["code": .text(warning.code.rawValue)]) }
  }

  private static func json(_ conflict: ImportReport.Conflict) -> JSON.Value {
    let values = conflict.values.map { value -> JSON.Value in
      [
        "property": .text(value.property), "here": JSON.Value(value.here),
        "told": JSON.Value(value.told),
      ]
    }
    return row(
      conflict.position,
      [
        "entity": JSON.Value(conflict.entity), "kind": .text(conflict.kind),
        "isDeleted": .bool(conflict.isDeleted), "kept": JSON.Value(conflict.kept),
        "values": .list(values), "applied": JSON.Value(conflict.applied),
      ])
  }

  private static func json(_ vanished: ImportReport.VanishedRow) -> JSON.Value {
    [
      "table": .text(vanished.table), "key": .text(vanished.key),
      "entity": JSON.Value(vanished.entity),
    ]
  }
}
