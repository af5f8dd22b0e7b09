import Foundation

/// The `crashwriter` that was built with these tests is nowhere near them.
struct MissingExecutable: Error {
  let searched: [String]
}

extension Victim {
  /// The `crashwriter` that was built beside the test bundle.
  ///
  /// On Linux the tests are a program in the products' directory; on macOS they are a bundle whose
  /// program lies three directories deeper, and run by a tool of the toolchain.
  static func executable() throws -> URL {
    var starts = Bundle.allBundles.map(\.bundleURL)
    starts.append(Bundle(for: Victim.self).bundleURL)
    starts.append(URL(fileURLWithPath: CommandLine.arguments[0]))
    starts += CommandLine.arguments.filter { $0.contains(".xctest") }.map {
      URL(fileURLWithPath: $0)
    }
    if let own = Bundle.main.executableURL { starts.append(own) }
    var searched: [String] = []
    for start in starts {
      var directory = start.standardizedFileURL
      for _ in 0..<5 {
        let candidate = directory.appendingPathComponent("crashwriter")
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(
          atPath: candidate.path, isDirectory: &isDirectory)
        if exists, !isDirectory.boolValue,
          FileManager.default.isExecutableFile(atPath: candidate.path)
        {
          return candidate
        }
        searched.append(candidate.path)
        directory.deleteLastPathComponent()
      }
    }
    throw MissingExecutable(searched: searched)
  }
}
