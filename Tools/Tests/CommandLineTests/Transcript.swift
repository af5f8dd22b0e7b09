import Foundation
import TemporaryFolders
import Testing

/// Commands one after the other, with what each prints.
///
/// | line | is |
/// |---|---|
/// | `# …` | a remark |
/// | `@ 2026-11-20T21:05:00Z` | what the clock shows from here on |
/// | `> NAME: TEXT` | a file that is there from here on, `\n` being a new line |
/// | `$ nursery …` | a command |
/// | `! …` | what it prints on standard error |
/// | `= 65` | its status, when that is not 0 |
/// | other lines | what it prints |
struct Transcript: Sendable, CustomTestStringConvertible {
  struct Step: Sendable {
    var command = ""
    var output: [String] = []
    var errors: [String] = []
    var status: Int32 = 0
    /// What stands before the command: remarks, times, files.
    var before: [String] = []

    var text: String {
      (before + (command.isEmpty ? [] : ["$ \(command)"]) + output + errors.map { "! \($0)" }
        + (status == 0 ? [] : ["= \(status)"])).joined(separator: "\n")
    }
  }

  let name: String
  let steps: [Step]
  var testDescription: String { name }

  /// The folder of the transcripts.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcripts")

  /// Every file there, and the evening that the guide shows.
  static let all: [Transcript] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
        .map { Transcript(name: name, $0) }
    } + [evening]
  }()

  static let eveningName = "AFamilysEvening.md"

  /// The block of commands of the guide's page.
  static let evening: Transcript = {
    let page = "Sources/Engine/Daybook/Daybook.docc/\(eveningName)"
    let text = (try? String(contentsOf: Repository.file(page), encoding: .utf8)) ?? ""
    let parts = text.components(separatedBy: "```console\n")
    let block = parts.count > 1 ? parts[1].components(separatedBy: "\n```")[0] : ""
    return Transcript(name: eveningName, block)
  }()

  init(name: String, _ text: String) {
    self.name = name
    var steps: [Step] = []
    var before: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), before: before))
        before = []
      } else if ["# ", "@ ", "> "].contains(where: line.hasPrefix) {
        before.append(line)
      } else if line.hasPrefix("! ") {
        steps[steps.count - 1].errors.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("= "), let status = Int32(line.dropFirst(2)) {
        steps[steps.count - 1].status = status
      } else if !steps.isEmpty {
        steps[steps.count - 1].output.append(line)
      }
    }
    // The end of the file is no line of the last command.
    if steps.last?.output.last == "" { steps[steps.count - 1].output.removeLast() }
    self.steps = steps
  }

  /// Runs every command in a folder of its own, those with some indexes at a terminal, and gives
  /// what each did.
  func run(atTerminal terminals: Set<Int> = []) throws -> [Step] {
    let folder = try TemporaryFolder()
    var variables = [
      "DAYBOOK_SEED": "1", "DAYBOOK_NOW": "2026-11-20T20:05:00Z", "TZ": "Europe/Amsterdam",
    ]
    if name != Self.eveningName { variables["DAYBOOK_STORE"] = "family" }
    return try steps.enumerated().map { index, step in
      for line in step.before {
        let text = String(line.dropFirst(2))
        if line.hasPrefix("@ ") { variables["DAYBOOK_NOW"] = text }
        if line.hasPrefix("> "), let colon = text.firstIndex(of: ":") {
          let content = String(text[text.index(colon, offsetBy: 2)...]).replacing("\\n", with: "\n")
          try Self.write(content, to: folder.path(String(text[..<colon])))
        }
      }
      let words = ShellWords.split(step.command)
      if words.first == "export" {
        for word in words.dropFirst() {
          let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
          variables[parts[0]] = parts[1]
        }
        return step
      }
      var result = Step(command: step.command, before: step.before)
      let arguments = Array(words.dropFirst())
      if terminals.contains(index) {
        let run = try nurseryAtTerminal(
          arguments, variables: variables.merging(["DAYBOOK_PROGRESS": "0"]) { $1 },
          directory: folder.path)
        result.status = run.status ?? -1
        result.output = run.lines.map { Self.masked($0, folder) }
      } else {
        let run = try nursery(arguments, variables: variables, directory: folder.path)
        result.status = run.status ?? -1
        result.output = Self.lines(run.output, folder)
        result.errors = Self.lines(run.errors, folder)
      }
      return result
    }
  }

  private static func write(_ content: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
  }

  private static func lines(_ text: String, _ folder: TemporaryFolder) -> [String] {
    // CSV ends its lines with CR and LF, which a terminal does not show.
    var lines = text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines.map { masked($0, folder) }
  }

  /// A line in which letters stand for what differs from run to run: folders, sizes and seconds.
  private static func masked(_ line: String, _ folder: TemporaryFolder) -> String {
    line.replacing(folder.path, with: "DIR").replacing(#/\d+(\.\d+)? [kMG]?B\b/#, with: "SIZE")
      .replacing(#/ +\d+\.\d{3} s\b/#, with: " TIME")
      .replacing(
        #/"(bytes|freeBytes|bytesBefore|bytesAfter|mapSize|readers|seconds)" : [0-9.e-]+/#
      ) { "\"\($0.output.1)\" : N" }
      .replacing(#/^readers +\d+$/#, with: "readers N")
      // What a key comes to, which is another one each time.
      .replacing(#/daybook-(request|invitation)-(\d):[A-Za-z0-9+\/=\\]{20,}/#) {
        "daybook-\($0.output.1)-\($0.output.2):…"
      }
      .replacing(#/\b\d{5}( \d{5}){3}\b/#, with: "DIGITS")
      .replacing(#/"(chain|key|log|signature)" : "[0-9a-f]{64,}"/#) {
        "\"\($0.output.1)\" : \"HASH\""
      }
  }
}

/// Splits a command as a shell does, with quotes of both sorts.
enum ShellWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
