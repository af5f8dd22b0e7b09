import Foundation
import Testing

/// What the macros write: the file beside the source, as the compiler dumps it.
struct ExpansionTests {
  @Test(arguments: ["Payload", "Events", "Key"])
  func `macros write what one would write by hand`(_ name: String) throws {
    let folder = Compiler.here.appendingPathComponent("Expanded")
    let answer = try Compiler.compile(
      folder.appendingPathComponent("\(name).swift"), ["-Xfrontend", "-dump-macro-expansions"])
    #expect(answer.errors.isEmpty, "\(answer.text)")
    let expected = try String(
      contentsOf: folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
    #expect(Self.expansions(in: answer.text) == expected)
  }

  /// The code of each macro that wrote some; the dump puts each between two lines of dashes.
  private static func expansions(in text: String) -> String {
    let ruler = String(repeating: "-", count: 30) + "\n"
    let parts = text.components(separatedBy: ruler)
    let codes = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    return codes.filter { $0 != "\n" }.sorted().joined(separator: "\n")
  }
}
