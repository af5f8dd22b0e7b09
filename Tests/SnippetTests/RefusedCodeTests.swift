import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// Code that must not compile, and programs that must, given to the compiler with the modules of
/// this build.
///
/// A line of `Refused/` that ends in `// refused: words` must get an error with these words, and no
/// other line one.
struct RefusedCodeTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(
    .enabled(if: RefusedCodeTests.modules != nil, "the modules of this build were not found"),
    arguments: [
      "KeptReaders.swift", "MissingFolds.swift", "MissingPayloads.swift", "OtherKinds.swift",
      "ReturnedReaders.swift",
    ])
  func `the compiler refuses what cannot work`(_ file: String) throws {
    let source = Self.here.appendingPathComponent("Refused/\(file)")
    let errors = try Self.errors(of: source)
    let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      let found = errors[index + 1] ?? []
      guard let words = line.components(separatedBy: "// refused: ").dropFirst().first else {
        #expect(found == [], "line \(index + 1)")
        continue
      }
      #expect(found.contains { $0.contains(words) }, "line \(index + 1): \(found)")
    }
  }

  /// A program has one `@main`, and that of the tests is theirs: so it is compiled beside them.
  @Test(
    .enabled(if: RefusedCodeTests.modules != nil, "the modules of this build were not found"),
    arguments: [
      ["GettingStartedSnippets", "GroceryTool"],  // asynchronous
      ["CookbookDomain", "CookbookHosts", "CookbookRecipes", "TodosTool"],  // blocking
    ])
  func `the compiler takes a program with a main of its own`(_ files: [String]) throws {
    let sources = files.map {
      Self.here.appendingPathComponent("Snippets/\($0).swift")
    }
    let (text, status) = try Self.compile(sources)
    #expect(status == 0, "\(text)")
  }

  /// Where this build has put its modules: beside the program of the tests.
  private static let modules: URL? = {
    let starts = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
    for start in starts {
      var directory = start.standardizedFileURL
      for _ in 0..<5 {
        let candidate = directory.appendingPathComponent("Modules")
        let module = candidate.appendingPathComponent("Daybook.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return candidate }
        directory.deleteLastPathComponent()
      }
    }
    return nil
  }()

  /// The compiler's errors by line.
  private static func errors(of source: URL) throws -> [Int: [String]] {
    let text = try compile([source]).text
    var errors: [Int: [String]] = [:]
    for line in text.components(separatedBy: "\n") where line.hasPrefix(source.path + ":") {
      let parts = line.dropFirst(source.path.count + 1).split(separator: ":", maxSplits: 3)
      guard parts.count == 4, let number = Int(parts[0]), parts[2] == " error" else { continue }
      errors[number, default: []].append(String(parts[3]))
    }
    #expect(!errors.isEmpty, "\(text)")
    return errors
  }

  /// What the compiler says of a program, and the status that it ends with.
  private static func compile(_ sources: [URL]) throws -> (text: String, status: Int32) {
    let modules = try #require(modules)
    let headers = ["CDaybook/include", "SystemLMDB"].flatMap {
      ["-I", Repository.file("Sources/Engine/\($0)").path]
    }
    let arguments = [
      "swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-swift-version", "6",
      "-parse-as-library", "-I", modules.path,
    ]
    let output = Pipe()
    let process = try ChildProcess(
      "/usr/bin/env", arguments + headers + sources.map(\.path), output: .nothing,
      errors: .file(output.fileHandleForWriting))
    try output.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (text, try process.wait().status ?? -1)
  }
}
