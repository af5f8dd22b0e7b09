import Foundation
import Testing

/// Code that must compile, with flags that this package does not have.
struct AcceptedCodeTests {
  @Test func `types of a module whose default is the main actor can be used anywhere`() throws {
    let source = Compiler.here.appendingPathComponent("Accepted/MainActorModule.swift")
    let answer = try Compiler.compile(source, ["-default-isolation", "MainActor"])
    #expect(answer.errors.isEmpty, "\(answer.text)")
    #expect(!answer.text.contains("error:"), "\(answer.text)")
  }
}
