#if Tools
public import ArgumentParser
import Daybook
import DaybookSync
import Foundation

public struct SyncCheck<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Compares a store with another one, or with a shared folder.",
      discussion: """
        Which transactions either side lacks, whether those that both have are the same, and whether \
        they show the same. It says what was not compared, and why that may differ. It compares what the \
        writers have signed and what views were built to, and reads no stored event again: that is what \
        verify does, on each side. No key is needed. \
        Exit status 1 when something differs.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The directory of the other store, or the folder.", completion: .directory)
  var peer: String

  public init() {}

  public func run() async throws {
    let store = try arguments.open()
    let comparison = try await compare(store)
    let members = try store.read { try $0.space() }?.members ?? [:]
    if arguments.printsJSON {
      let rows = { (findings: [ReplicaComparison.Finding]) in
        JSON.Value.list(findings.map { .object(Self.json($0, members)) })
      }
      try arguments.print(json: [
        "isEqual": .bool(comparison.isEqual), "common": JSON.Value(comparison.common),
        "differences": rows(comparison.differences), "notCompared": rows(comparison.notCompared),
      ])
    } else {
      print(comparison, members)
    }
    if !comparison.isEqual { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func compare(_ store: EventStore) async throws -> ReplicaComparison {
    guard FileManager.default.isFolder(peer) else {
      throw MissingPath("there is neither a store nor a folder at \(peer)")
    }
    let paths = [peer, arguments.path].map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
    }
    if paths[0] == paths[1] { throw BadText("a store is compared with another one, not itself") }
    guard FileManager.default.fileExists(atPath: peer + "/data.mdb") else {
      return try await store.compare(with: FolderPeer(at: URL(fileURLWithPath: peer)))
    }
    var other = arguments
    other.store = peer
    let opened = try other.open()
    return try Terminal.activity("comparing") { try store.compare(with: opened) }
  }

  private func print(_ comparison: ReplicaComparison, _ members: [ReplicaID: Space.Member]) {
    let common = Measures.count(Int(clamping: comparison.common), "transaction")
    let isCompared = !comparison.differences.contains { $0.code == .otherSpace }
    let showsSame = comparison.notCompared.allSatisfy { $0.code == .otherSpace }
    let same = showsSame ? " and show the same rows" : ""
    let difference =
      "The two differ"
      + (isCompared
        ? "; \(common) \(Measures.verb(Int(clamping: comparison.common))) in both." : ".")
    Terminal.line(comparison.isEqual ? "Both have the same \(common)\(same)." : difference)
    for finding in comparison.differences {
      Terminal.line("  \(finding.code): \(Self.words(finding, members))")
    }
    for finding in comparison.notCompared {
      Terminal.line("  not compared, \(finding.code): \(Self.words(finding, members))")
    }
    if comparison.isEqual {
      Terminal.line("Stored events were not read again; \(arguments.command("verify")) does that.")
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
