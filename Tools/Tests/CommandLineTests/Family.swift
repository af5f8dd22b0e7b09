import TemporaryFolders
import Testing

/// Two stores of one space, which have exchanged nothing yet.
struct Family {
  let folder: TemporaryFolder
  static let variables = ["TZ": "Europe/Amsterdam", "DAYBOOK_AUTHOR": "test"]

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    try Self.made.get().write(to: folder)
  }

  private init(empty folder: TemporaryFolder) { self.folder = folder }

  /// Both stores, made once.
  private static let made = Result {
    let family = Family(empty: try TemporaryFolder(inMemory: true))
    for line in [
      "new --store ada", "profile add Noor --store ada",
      "sync init Noor --member Ada --store ada",
      "sync request --store ben --output request",
      "sync enrol request --member Ben --output invitation --store ada",
      "sync join invitation --store ben",
    ] { try family.run(line) }
    return try FolderImage(family.folder)
  }

  /// Runs a command that fails.
  func refused(_ line: String) throws -> Run {
    let run = try nursery(
      ShellWords.split(line), variables: Self.variables, directory: folder.path)
    try #require(run.status != 0, "\(line): \(run.output)")
    #expect(run.output.isEmpty)
    return run
  }

  /// Has both exchange with the drive until both have the same.
  func exchange() throws {
    for store in ["ada", "ben", "ada"] { try run("sync folder drive --store \(store)") }
  }

  /// An object that a command prints.
  func object(_ line: String) throws -> [String: Any] { try run(line + " --json").json() }

  /// Runs an exchange after which something of the store still reaches nobody else.
  @discardableResult
  func unheard(_ line: String) throws -> Run {
    try run(line, status: 1)
  }

  @discardableResult
  func run(_ line: String, status: Int32 = 0) throws -> Run {
    let run = try nursery(
      ShellWords.split(line), variables: Self.variables, directory: folder.path)
    try #require(run.status == status, "\(line): \(run.errors)")
    return run
  }
}
