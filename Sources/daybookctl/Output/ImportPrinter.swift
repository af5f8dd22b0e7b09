#if Tools
  import Foundation
  import Interchange

  /// What an import did.
  enum ImportPrinter {
    private struct Report: Encodable {
      struct File: Encodable {
        let name: String
        let rows: Int
        let unknownColumns: [String]
      }

      struct Refused: Encodable {
        let file: String
        let line: Int
        let column: Nullable<String>
        let reason: String
      }

      struct PassedOver: Encodable {
        let name: String
        let rows: Nullable<Int>
      }

      let rows: Int
      let imported: Int
      let unchanged: Int
      let refined: Int
      let quarantined: Int
      let warnings: [String: Int]
      let files: [File]
      let passedOver: [PassedOver]
      let quarantinedRows: [Refused]
    }

    static func print(_ report: ImportReport, _ arguments: StoreArguments) throws {
      let warnings = Dictionary(
        report.warnings.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: +)
      if arguments.printsJSON {
        return try arguments.print(
          json: Report(
            rows: report.rows, imported: report.imported, unchanged: report.unchanged,
            refined: report.refined, quarantined: report.quarantined.count, warnings: warnings,
            files: report.files.map {
              .init(name: $0.name, rows: $0.rows, unknownColumns: $0.unknownColumns)
            },
            passedOver: report.passedOver.map { .init(name: $0.name, rows: Nullable($0.rows)) },
            quarantinedRows: report.quarantined.map {
              .init(
                file: $0.position.file, line: $0.position.line, column: Nullable($0.column),
                reason: $0.reason)
            }))
      }
      Terminal.line(
        "\(report.rows) rows: \(report.imported) imported, \(report.unchanged) unchanged, "
          + "\(report.refined) refined, \(report.quarantined.count) quarantined")
      for (code, count) in warnings.sorted(by: { $0.key < $1.key }) {
        Terminal.line("  \(code): \(count)")
      }
      if !report.passedOver.isEmpty {
        let files = report.passedOver.map { "\($0.name) (\(rows($0.rows)))" }
        Terminal.line("  passed over: " + files.joined(separator: ", "))
      }
      for row in report.quarantined.prefix(20) {
        Terminal.line("  \(row.position.file), line \(row.position.line): \(row.reason)")
      }
    }

    private static func rows(_ count: Int?) -> String {
      guard let count else { return "not CSV" }
      return count == 1 ? "1 row" : "\(count) rows"
    }
  }
#endif
