import Foundation
import TemporaryFolders
import Testing

/// Files and words of which nothing can be made, or two things.
struct DoubtfulFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws -> String {
    let path = folder.path(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func expectNoStore(_ run: Run, status: Int32, _ words: String) {
    #expect(run.status == status, "\(run.output) \(run.errors)")
    #expect(run.errors.contains(words) && run.errorLines.count == 1, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("s")))
  }

  @Test(arguments: ["", "babyName,timestamp,amountValue,amountUnit\n"])
  func `a file without a row makes no store`(_ text: String) throws {
    let file = try write(text, to: "feeds.csv")
    let run = try nursery("import", "babydashboard", file, "--store", folder.path("s"))
    expectNoStore(run, status: 65, "feeds.csv holds no row")
  }

  @Test func `an amount without a unit is asked about without a blank in its place`() throws {
    let file = try write(
      "babyName,timestamp,amountValue,amountUnit\nNoor,2026-11-20T18:00:00.000Z,1e308,\n",
      to: "feeds.csv")
    let run = try nursery("import", "babydashboard", file, "--store", folder.path("s"))
    expectNoStore(run, status: 64, "has an amount of 1e+308, which nobody drinks at once")
  }

  @Test(arguments: ["", " \t"])
  func `a child without a name makes no store`(_ name: String) throws {
    let file = try write("Type,Start\nFeed,2026-10-20 10:00\n", to: "h.csv")
    let run = try nursery(
      "import", "huckleberry", file, "--child", name, "--zone", "UTC", "--store", folder.path("s"))
    expectNoStore(run, status: 64, "a child needs a name")
  }

  #if os(Linux)
  @Test(.enabled(if: MountedFolder.isAllowed))
  func `an export of many files that a disk does not hold leaves none of them`() throws {
    let household = try HouseholdStore(.oneChild)
    let disk = try MountedFolder(kibibytes: 64)
    let run = try nursery("export", "babybuddy", disk.path, "--store", household.path)
    #expect(run.status == 73, "\(run.output) \(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
  #endif

  @Test func `a comma between thousands is not taken for one before decimals`() throws {
    let csv = folder.path("csv")
    try FileManager.default.createDirectory(atPath: csv, withIntermediateDirectories: true)
    _ = try write(
      "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n", to: "csv/child.csv")
    _ = try write(
      """
      id,child_id,start,end,type,method,amount,notes
      1,1,2026-10-20 09:00:00,2026-10-20 09:10:00,formula,bottle,120,
      2,1,2026-10-20 12:00:00,2026-10-20 12:10:00,formula,bottle,"1,200",

      """, to: "csv/feeding.csv")
    let arguments = [
      "import", "babybuddy", csv, "--store", folder.path("s"), "--zone", "UTC", "--volume", "ml",
      "--weight", "kg", "--length", "cm", "--temperature", "C",
    ]
    let run = try nursery(arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("“1,200” may be a thousand or a fraction"), "\(run.output)")
    let totals = try nursery("totals", "--store", folder.path("s")).output
    #expect(totals.contains("120 mL") && !totals.contains("121"), "\(totals)")
  }

  @Test func `a unit that can hardly be so is asked about with the option that tells it`() throws {
    let csv = folder.path("csv")
    try FileManager.default.createDirectory(atPath: csv, withIntermediateDirectories: true)
    _ = try write(
      "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n", to: "csv/child.csv")
    _ = try write(
      "id,child_id,temperature,time\n1,1,98.6,2026-10-20 09:00:00\n", to: "csv/temperature.csv")
    _ = try write(
      "id,child_id,start,end,type,method,amount\n"
        + "1,1,2026-10-20 09:00:00,2026-10-20 09:10:00,formula,bottle,120\n",
      to: "csv/feeding.csv")
    func run(_ unit: String) throws -> Run {
      try nursery(
        "import", "babybuddy", csv, "--store", folder.path("s"), "--zone", "UTC", "--volume",
        "unknown", "--temperature", unit)
    }
    expectNoStore(try run("C"), status: 64, "or tell the unit with --temperature")
    let told = try run("F")
    #expect(told.status == 0, "\(told.errors)")
  }

  @Test(arguments: ["as-of WHEN history", "log --after WHEN", "diff WHEN now"])
  func `a time that clocks showed twice is told with both, also of a transaction`(
    _ line: String
  ) throws {
    let store = folder.path("s")
    _ = try nursery("new", "--zone", "Europe/Amsterdam", "--store", store)
    _ = try nursery("profile", "add", "Noor", "--store", store)
    let words = line.split(separator: " ").map { $0 == "WHEN" ? "2026-10-25 02:30" : String($0) }
    let run = try nursery(words + ["--store", store])
    #expect(run.status == 64, "\(run.output)")
    #expect(run.errors.contains("twice: write 2026-10-25T00:30:00Z"), "\(run.errors)")
  }

  @Test func `a backup of the only owner without its key is told to go on with it`() throws {
    let family = try Family()
    func run(_ line: String) throws -> Run {
      try nursery(
        ShellWords.split(line), variables: Family.variables, directory: family.folder.path)
    }
    for line in [
      "new --store eva", "profile add Mia --store eva", "sync init Mia --member Eva --store eva",
      "sync folder mias --store eva", "backup run backups --store eva",
      "add diaper wet --store eva", "sync folder mias --store eva",
    ] { try family.run(line) }
    let place = { (name: String) in family.folder.path(name) }
    try FileManager.default.removeItem(atPath: place("eva"))
    for name in ["key", "key.guard"] {
      try FileManager.default.moveItem(atPath: place("eva.\(name)"), toPath: place("safe.\(name)"))
    }
    try family.run("backup restore backups --into eva")
    let status = try family.run("sync status --store eva").output
    #expect(status.contains("restored from a backup of Eva, the only owner"), "\(status)")
    #expect(!status.contains("sync request"), "\(status)")
    let request = try run("sync request --store eva")
    #expect(request.status == 65 && request.errors.contains("go on with its own key"))
    try family.run("sync folder mias --store eva --key safe.key")
    for name in ["key", "key.guard"] {
      try FileManager.default.moveItem(atPath: place("safe.\(name)"), toPath: place("eva.\(name)"))
    }
    let after = try family.run("sync status --store eva").output
    #expect(after.contains("this one is Eva, owner"), "\(after)")
  }
}
