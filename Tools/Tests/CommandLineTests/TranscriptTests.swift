import Foundation
import TemporaryFolders
import Testing

/// What each command prints, word for word.
///
/// `DAYBOOK_RECORD=1 swift test --filter TranscriptTests` writes the files anew; read what
/// changed.
@Suite struct TranscriptTests {
  @Test(arguments: Transcript.all)
  func `in a pipe each command prints what its transcript says`(transcript: Transcript) throws {
    let found = try transcript.run(atTerminal: false)
    if ProcessInfo.processInfo.environment["DAYBOOK_RECORD"] != nil {
      return try record(transcript, found)
    }
    #expect(!found.isEmpty)
    for (step, result) in zip(transcript.steps, found) {
      #expect(result.output == step.output, "\(step.command)")
      #expect(result.errors == step.errors, "\(step.command)")
      #expect(result.status == step.status, "\(step.command)")
    }
  }

  @Test(arguments: Transcript.all)
  func `at a terminal the same is left on the screen once progress is gone`(
    transcript: Transcript
  ) throws {
    for (step, result) in zip(transcript.steps, try transcript.run(atTerminal: true)) {
      // `export` sets a variable, and prints nothing.
      if step.command.hasPrefix("export ") { continue }
      #expect(result.output == step.output + step.errors, "\(step.command)")
      #expect(result.status == step.status, "\(step.command)")
    }
  }

  @Test func `each command is in a transcript, for people and as JSON`() throws {
    let commands = Transcript.all.flatMap(\.steps).map {
      ShellWords.split($0.command).dropFirst()
    }
    for verb in try verbs() {
      let uses = commands.filter { Array($0.prefix(verb.count)) == verb }
      #expect(uses.contains { !$0.contains("--json") }, "\(verb)")
      #expect(uses.contains { $0.contains("--json") }, "\(verb)")
    }
  }

  /// Every command that does something, as its words.
  private func verbs() throws -> [[String]] {
    let dump: [String: Any] = try nursery("--experimental-dump-help").json()
    func leaves(_ command: Any?, _ path: [String]) -> [[String]] {
      let command = command as? [String: Any]
      let children = (command?["subcommands"] as? [[String: Any]] ?? [])
        .filter { $0["commandName"] as? String != "help" }
      if children.isEmpty { return [path] }
      return children.flatMap { leaves($0, path + [$0["commandName"] as? String ?? ""]) }
    }
    return leaves(dump["command"], [])
  }

  /// Writes a transcript anew; the README is for people to change.
  private func record(_ transcript: Transcript, _ found: [Transcript.Step]) throws {
    let text = found.map(\.text).joined(separator: "\n") + "\n"
    if transcript.name == "README.md" {
      print(text)
      return
    }
    try Data(text.utf8).write(to: Transcript.folder.appendingPathComponent(transcript.name))
  }
}
