#if Tools
import ArgumentParser
import Daybook
import DaybookSync

/// Prints what a comparison has found, and ends the command with the status 1 when something
/// differs.
struct ComparisonPrint {
  private let comparison: ReplicaComparison

  private let signer: ProofSigner?

  /// - Parameter signer: who signed the proof that a store was compared with.
  init(_ comparison: ReplicaComparison, of signer: ProofSigner? = nil) {
    (self.comparison, self.signer) = (comparison, signer)
  }

  /// - Parameter title: the first line.
  /// - Parameter end: the last line of an equal comparison.
  func print<Tool: StoreTool>(
    _ arguments: StoreArguments<Tool>, _ members: [ReplicaID: Space.Member], title: String,
    end: String? = nil
  ) throws {
    if arguments.printsJSON {
      let rows = { (findings: [ReplicaComparison.Finding]) in
        JSON.Value.list(findings.map { .object(Self.json($0, members)) })
      }
      let json: [String: JSON.Value] = [
        "isEqual": .bool(comparison.isEqual), "common": JSON.Value(comparison.common),
        "differences": rows(comparison.differences), "notCompared": rows(comparison.notCompared),
      ]
      try arguments.print(json: json.merging(signer?.json ?? [:]) { _, new in new })
    } else {
      Terminal.line(title)
      for finding in comparison.differences {
        Terminal.line("  \(finding.code): \(Self.words(finding, members))")
      }
      for finding in comparison.notCompared {
        Terminal.line("  not compared (\(finding.code)): \(Self.words(finding, members))")
      }
      if let signer { Terminal.line(signer.words) }
      if comparison.isEqual, let end { Terminal.line(end) }
    }
    if !comparison.isEqual || signer?.isSound == false {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }

  private static func words(
    _ finding: ReplicaComparison.Finding, _ members: [ReplicaID: Space.Member]
  ) -> String {
    let member = finding.replica.flatMap { members[$0]?.member }
    return finding.message + (member.map { " (\($0))" } ?? "")
  }

  private static func json(
    _ finding: ReplicaComparison.Finding, _ members: [ReplicaID: Space.Member]
  ) -> [String: JSON.Value] {
    [
      "code": .text("\(finding.code)"), "message": .text(finding.message),
      "replica": JSON.Value(finding.replica?.uuid),
      "member": JSON.Value(finding.replica.flatMap { members[$0]?.member }),
      "first": finding.sequences.map { JSON.Value($0.lowerBound) } ?? .null,
      "last": finding.sequences.map { JSON.Value($0.upperBound) } ?? .null,
      "view": JSON.Value(finding.view),
    ]
  }
}
#endif
