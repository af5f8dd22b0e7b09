import ChildProcesses
import Foundation
import TemporaryFolders

/// A run of `nursery` or another program, as the tests were built with it.
struct Run {
  /// The exit status; nil when a signal ended it.
  let status: Int32?
  let output: String
  let errors: String

  /// The output as JSON.
  func json<T>(as type: T.Type = T.self) throws -> T {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    guard let value = value as? T else { throw Unexpected(text: output) }
    return value
  }

  /// A list of the output's object.
  func list(_ key: String) throws -> [[String: Any]] {
    let object = try json(as: [String: Any].self)
    guard let list = object[key] as? [[String: Any]] else { throw Unexpected(text: output) }
    return list
  }

  /// What was printed on standard error, line by line.
  var errorLines: [Substring] { errors.split(separator: "\n") }

  struct Unexpected: Error {
    let text: String
  }
}

/// Whoever opens a store next finishes what a process that ends has left to the journal: before its
/// data file is copied or compared, somebody has to.
func settle(_ store: String) throws { _ = try nursery(["verify", "--store", store]) }

/// Runs `nursery` with arguments and waits for it.
///
/// `output` replaces the file that takes standard output.
func nursery(_ arguments: String..., output: FileHandle? = nil) throws -> Run {
  try nursery(arguments, output: output)
}

/// - Parameter variables: what `DAYBOOK_…` variables and others the program sees beside the usual
///   ones, and instead of them.
func nursery(
  _ arguments: [String], output: FileHandle? = nil, variables: [String: String] = [:],
  directory: String? = nil
) throws -> Run {
  try run("nursery", arguments, output: output, variables: variables, directory: directory)
}

/// Runs `daybookctl` with arguments and waits for it.
func daybookctl(_ arguments: String...) throws -> Run { try daybookctl(arguments) }

func daybookctl(_ arguments: [String]) throws -> Run { try run("daybookctl", arguments) }

/// Runs `demo` with arguments and waits for it.
func demo(_ arguments: [String]) throws -> Run { try run("demo", arguments) }

private func run(
  _ program: String, _ arguments: [String], output: FileHandle? = nil,
  variables: [String: String] = [:], directory: String? = nil
) throws -> Run {
  let folder = try TemporaryFolder()
  // Files, not pipes: a pipe that nobody empties stops the process.
  let out = URL(fileURLWithPath: try folder.file("out"))
  let err = URL(fileURLWithPath: try folder.file("err"))
  let process = try ChildProcess(
    Executable.find(program).path, arguments, environment: Executable.variables(variables),
    directory: directory, output: .file(output ?? FileHandle(forWritingTo: out)),
    errors: .file(FileHandle(forWritingTo: err)))
  return Run(
    status: try process.wait().status,
    output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
}

/// Finds the program: the one that `DAYBOOK_PROGRAM` names, as when it is to be tested as it was
/// built for release, else the one beside the tests.
///
/// On Linux the tests are a program in the products' directory; on macOS they are a bundle whose
/// program lies three directories deeper, and run by a tool of the toolchain.
final class Executable {
  struct Missing: Error {
    let searched: [String]
  }

  /// The variables of the tests that are not Daybook's, and others beside and instead of them.
  static func variables(_ others: [String: String] = [:]) -> [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("DAYBOOK_") }
      .merging(others) { $1 }
  }

  static func find(_ program: String = "nursery") throws -> URL {
    if program == "nursery",
      let named = ProcessInfo.processInfo.environment["DAYBOOK_PROGRAM"]
    {
      return URL(fileURLWithPath: named)
    }
    var starts = Bundle.allBundles.map(\.bundleURL)
    starts.append(Bundle(for: Executable.self).bundleURL)
    starts += CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
    var searched: [String] = []
    for start in starts {
      var directory = start.standardizedFileURL
      for _ in 0..<5 {
        let candidate = directory.appendingPathComponent(program)
        let isFile = try? candidate.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        if isFile == true, FileManager.default.isExecutableFile(atPath: candidate.path) {
          return candidate
        }
        searched.append(candidate.path)
        directory.deleteLastPathComponent()
      }
    }
    throw Missing(searched: searched)
  }
}
