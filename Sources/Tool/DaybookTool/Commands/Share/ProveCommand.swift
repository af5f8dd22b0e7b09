#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct ProveCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "prove", abstract: "Writes a proof of what the store holds now, or checks one.",
      discussion: """
        A proof names all transactions by one hash for each writer, with the writers' signatures, \
        and the rows of every view by their digest. This device's key signs it when the store is \
        shared. Keep it elsewhere: --compare tells later whether the store, or another member's, \
        still holds what it held then. --check needs no store, and tells whether every signature \
        is over what the proof says. Exit status 1 when something differs.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Option(
    name: .customLong("output"), help: "Write the proof to this file; with -, to standard output.",
    completion: .file())
  var told: String?

  private var output: String? { OutputArguments.path(told) }

  @OptionGroup var file: OutputArguments

  @Option(name: .long, help: "Check this proof by itself.", completion: .file())
  var check: String?

  @Option(
    name: .long, help: "Check this proof, and compare the store with it.", completion: .file())
  var compare: String?

  public init() {}

  public func requirePath() throws {
    if check == nil { try arguments.requirePath() }
  }

  public func validate() throws {
    if [told, check, compare].compactMap(\.self).count > 1 {
      throw ValidationError("give one of --output, --check and --compare")
    }
  }

  public func run() throws {
    if let path = check ?? compare { return try examine(path) }
    if let output { try file.check(output) }
    let store = try arguments.openAny()
    let signing = try ProofSigning(store, arguments, named: key.key)
    let proof = try Terminal.activity("proving") { try store.proof(signedBy: signing.key) }
    guard let output else { return Terminal.file(try proof.text) }
    try file.write(try proof.text, to: output)
    let count = Measures.count(Int(clamping: proof.transactions), "transaction")
    try arguments.report(
      ["proof": .text(output), "isSigned": .bool(proof.signature != nil)],
      "The proof of \(count) is in \(output)\(signing.words).",
      "Keep it elsewhere; later: \(arguments.command("prove --compare \(output.quotedPath)"))")
    if !arguments.printsJSON, let words = Self.behind(proof) { Terminal.line(words) }
  }

  /// The sentence about views of which the proof has the names alone; nil where it has all.
  private static func behind(_ proof: StoreProof) -> String? {
    let names = proof.viewsBehind
    if names.isEmpty { return nil }
    return
      "Not proved: \(names.joined(separator: ", ")), which lacked transactions; the proof says "
      + "nothing of \(names.count == 1 ? "its" : "their") rows."
  }

  private func examine(_ path: String) throws {
    let proof = try ProofFile.read(path)
    try proof.check()
    guard compare != nil else { return try tell(proof) }
    let store = try arguments.openAny()
    let comparison = try store.compare(with: proof)
    let members = try store.read { try $0.space() }?.members ?? [:]
    try ComparisonPrint(comparison, of: ProofSigner(proof, store)).print(
      arguments, members, title: title(comparison, proof))
    // What is gone can no longer be told from what was changed.
    if comparison.lacksPurged { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func title(_ comparison: ReplicaComparison, _ proof: StoreProof) -> String {
    if !comparison.isEqual { return "The store does not hold what was proved." }
    if comparison.lacksPurged {
      let all = Measures.count(Int(clamping: proof.transactions), "transaction")
      return "Of the \(all) of the proof, \(comparison.common) could be compared."
    }
    let common = Measures.count(Int(clamping: comparison.common), "transaction")
    let rows =
      comparison.notCompared.isEmpty && !proof.views.isEmpty ? ", and shows the same rows" : ""
    return "The store still holds the \(common) of the proof\(rows)."
  }

  private func tell(_ proof: StoreProof) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: [
          "isSigned": .bool(proof.signature != nil), "space": JSON.Value(proof.space),
          "token": .text(proof.token), "transactions": JSON.Value(proof.transactions),
          "writers": .list(
            proof.writers.map { writer in
              .object([
                "replica": JSON.Value(writer.replica), "member": JSON.Value(writer.member),
                "transactions": JSON.Value(writer.sequence),
                "signed": JSON.Value(writer.signed?.sequence ?? 0),
                "checkDigits": JSON.Value(proof.keyDigits(of: writer)),
              ])
            }),
          "views": .list(proof.views.map { .text($0.name) }),
          "viewsBehind": .list(proof.viewsBehind.map { .text($0) }),
        ].with("made", proof.made))
    }
    Terminal.line(Self.words(of: proof))
    if let made = proof.made {
      Terminal.line("It was made \(Instant.seconds(made)), by the clock of who made it.")
    }
    if let words = Self.behind(proof) { Terminal.line(words) }
    var table = TextTable(
      ["writer", "transactions", "signed", "digits of the key"], right: [1, 2])
    for writer in proof.writers {
      table.add([
        writer.member ?? ReplicaID(writer.replica).short, "\(writer.sequence)",
        "\(writer.signed?.sequence ?? 0)", proof.keyDigits(of: writer) ?? "–",
      ])
    }
    table.print()
    if proof.writers.contains(where: { $0.key != nil }) {
      Terminal.line(
        "Compare the digits with those that each member was enrolled with, which "
          + "`sync members` shows.")
    }
  }

  /// What the signatures of a proof that was checked are over.
  private static func words(of proof: StoreProof) -> String {
    if proof.signature != nil {
      return "Every signature is over what the proof says; its maker has signed it."
    }
    let others = proof.writers.contains { $0.signed != nil }
    return others
      ? "Every writer’s signature is over its own transactions; nobody has signed the proof: anybody may have put it together."
      : "Nobody has signed the proof: anybody may have made it."
  }
}

extension ReplicaComparison {
  /// Whether all that could be compared is the same, and something was purged.
  fileprivate var lacksPurged: Bool { isEqual && notCompared.contains { $0.code == .purged } }
}
#endif
