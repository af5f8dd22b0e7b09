import Foundation
import Testing

/// The compiler, with the modules and the macros of this build.
enum Compiler {
  /// What it says of a file: what it prints, and the errors by line.
  struct Answer {
    let text: String
    let errors: [Int: [String]]
  }

  static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static func compile(_ source: URL, _ flags: [String] = []) throws -> Answer {
    let build = try #require(build, "the modules of this build were not found")
    let plugin = build.appendingPathComponent("DaybookMacrosPlugin-tool").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let headers = ["CDaybook/include", "SystemLMDB"].flatMap {
      [
        "-I",
        here.appendingPathComponent("../../../../../Sources/Engine/\($0)").standardizedFileURL.path,
      ]
    }
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library",
        "-I", build.appendingPathComponent("Modules").path,
        "-load-plugin-executable", "\(plugin)#DaybookMacrosPlugin", source.path,
      ] + headers + flags
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Answer(text: text, errors: errors(in: text, of: source))
  }

  /// Errors within what a macro wrote count where the macro is.
  private static func errors(in text: String, of source: URL) -> [Int: [String]] {
    var errors: [Int: [String]] = [:]
    var pending: [String] = []
    for line in text.components(separatedBy: "\n") {
      let isInMacro = line.hasPrefix("macro expansion ")
      if isInMacro, let range = line.range(of: " error: ") {
        pending.append(String(line[range.upperBound...]))
      }
      guard line.contains(source.path + ":"),
        let number = line.components(separatedBy: source.path + ":").last?
          .split(separator: ":").first.flatMap({ Int($0) })
      else { continue }
      if let range = line.range(of: " error: ") {
        errors[number, default: []].append(String(line[range.upperBound...]))
      } else if line.contains("expanded code originates here") {
        errors[number, default: []] += pending
        pending = []
      }
    }
    return errors
  }

  /// Where this build has put its products: beside the program of the tests.
  private static let build: URL? = {
    let starts = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
    for start in starts {
      var directory = start.standardizedFileURL
      for _ in 0..<5 {
        let module = directory.appendingPathComponent("Modules/DaybookMacros.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return directory }
        directory.deleteLastPathComponent()
      }
    }
    return nil
  }()
}
