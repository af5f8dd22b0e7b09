import Foundation
import TestRun
import Testing

/// What each command prints, word for word.
///
/// `DAYBOOK_RECORD=1 swift test --filter TranscriptTests` writes the files anew; read what
/// changed.
@Suite(.tags(.slow)) struct TranscriptTests {
  /// At a terminal the same is left on the screen, once progress is gone.
  @Test(arguments: Transcript.all)
  func `each command prints what its transcript says, and one of each verb at a terminal`(
    transcript: Transcript
  ) throws {
    if ProcessInfo.processInfo.environment["DAYBOOK_RECORD"] != nil {
      return try record(transcript, try transcript.run())
    }
    let terminals = try Self.atTerminal.get()[transcript.name] ?? []
    let found = try transcript.run(atTerminal: terminals)
    #expect(!found.isEmpty)
    for (index, (step, result)) in zip(transcript.steps, found).enumerated() {
      if terminals.contains(index) {
        #expect(result.output == step.output + step.errors, "\(step.command) at a terminal")
      } else {
        #expect(result.output == step.output, "\(step.command)")
        #expect(result.errors == step.errors, "\(step.command)")
      }
      #expect(result.status == step.status, "\(step.command)")
    }
  }

  /// Which commands of each transcript run at a terminal: one of each verb, and where it can be not
  /// the only one for people, which is to be seen in a pipe.
  private static let atTerminal = Result {
    var chosen: [String: Set<Int>] = [:]
    for verb in try verbs() {
      let uses = Transcript.all.flatMap { transcript in
        transcript.steps.enumerated().compactMap { index, step in
          let words = Array(ShellWords.split(step.command).dropFirst())
          return words.starts(with: verb)
            ? (name: transcript.name, index: index, isJSON: words.contains("--json")) : nil
        }
      }
      let forPeople = uses.filter { !$0.isJSON }
      guard let use = forPeople.count > 1 ? forPeople[1] : uses.last else { continue }
      chosen[use.name, default: []].insert(use.index)
    }
    return chosen
  }

  @Test func `each command is in a transcript, for people and as JSON`() throws {
    let commands = Transcript.all.flatMap(\.steps).map {
      ShellWords.split($0.command).dropFirst()
    }
    for verb in try Self.verbs() {
      let uses = commands.filter { Array($0.prefix(verb.count)) == verb }
      #expect(uses.contains { !$0.contains("--json") }, "\(verb)")
      #expect(uses.contains { $0.contains("--json") }, "\(verb)")
    }
  }

  /// Every command that does something, as its words.
  private static func verbs() throws -> [[String]] {
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

  /// Writes a transcript anew; the guide's page is for people to change.
  private func record(_ transcript: Transcript, _ found: [Transcript.Step]) throws {
    let text = found.map(\.text).joined(separator: "\n") + "\n"
    if transcript.name == Transcript.eveningName {
      print(text)
      return
    }
    try Data(text.utf8).write(to: Transcript.folder.appendingPathComponent(transcript.name))
  }
}
