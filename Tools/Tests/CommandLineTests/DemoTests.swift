import TemporaryFolders
import Testing

/// What `make demo` runs.
struct DemoTests {
  @Test func `the demonstration comes out, and keeps a store only where told`() throws {
    let folder = try TemporaryFolder()
    let kept = ["--events", "2000", "--store", folder.path("a/b")]
    let run = try demo(kept)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.contains("Everything fits: 2000 events"))
    #expect(run.output.contains("replay the log") && run.output.contains("The last 3 days:"))
    #expect(!run.output.contains("WRONG"))
    #expect(try nursery("verify", "--store", folder.path("a/b")).status == 0)
    #expect(try demo(kept).status == 64)
  }

  @Test(arguments: [
    (["--evnts", "9"], "there is no “--evnts”"), (["--events", "0"], "--events takes a number"),
    (["--events"], "--events lacks its value"), (["--seed", "-1"], "--seed takes a number"),
    (["--store", "/"], "--store takes a directory that is not there yet"),
  ])
  func `wrong arguments are one sentence and status 64`(
    arguments: [String], sentence: String
  ) throws {
    let run = try demo(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1 && run.errors.hasPrefix("demo: \(sentence)"))
  }

  @Test func `three stores over a folder have the same views in the end`() throws {
    let run = try demo(["sharing"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    for name in ["Ada", "Ben", "Cleo"] {
      let entries =
        "  \(name) has 4 entries: wet diaper; feed of 120 mL; solid diaper; feed of 60 mL\n"
      #expect(run.output.contains(entries))
    }
    #expect(run.output.contains("digests of all views are the same in the three stores"))
  }
}
