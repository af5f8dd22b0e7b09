import Foundation
import Testing

/// Code that must not compile.
///
/// A line of `Refused/` that ends in `// refused: words` must get an error with these words, and no
/// other line one.
struct RefusedCodeTests {
  @Test(arguments: ["Payloads.swift", "Events.swift", "Keys.swift"])
  func `macros say what is wrong, where it is, and what to do`(_ file: String) throws {
    let source = Compiler.here.appendingPathComponent("Refused/\(file)")
    let answer = try Compiler.compile(source)
    let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      let found = answer.errors[index + 1] ?? []
      guard let words = line.components(separatedBy: "// refused: ").dropFirst().first else {
        #expect(found == [], "line \(index + 1)")
        continue
      }
      #expect(found.contains { $0.contains(words) }, "line \(index + 1): \(found)")
    }
  }

  @Test func `a second one of two shows where the first one is`() throws {
    let source = Compiler.here.appendingPathComponent("Refused/Payloads.swift")
    let text = try Compiler.compile(source).text
    let note = """
      11 |   @Field(1) var name: String
         |          `- note: the first one is here
      """
    #expect(text.contains(note))
  }
}
