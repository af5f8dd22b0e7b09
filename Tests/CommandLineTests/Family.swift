#if Tools && Sync
  import Foundation
  import TemporaryFolders
  import Testing

  /// Two stores of one space, which have exchanged nothing yet.
  struct Family {
    let folder: TemporaryFolder
    static let variables = ["TZ": "Europe/Amsterdam", "DAYBOOK_AUTHOR": "test"]

    init() throws {
      folder = try TemporaryFolder(inMemory: true)
      for line in [
        "new --store ada", "profile add Noor --store ada",
        "sync init Noor --member Ada --store ada",
        "sync request --store ben --output request",
        "sync enrol request --member Ben --output invitation --store ada",
        "sync join invitation --store ben",
      ] { try run(line) }
    }

    @discardableResult
    func run(_ line: String) throws -> Run {
      let run = try daybookctl(
        ShellWords.split(line), variables: Self.variables, directory: folder.path)
      try #require(run.status == 0, "\(line): \(run.errors)")
      return run
    }
  }
#endif
