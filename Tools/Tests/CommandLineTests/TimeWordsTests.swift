import Foundation
import TemporaryFolders
import Testing

/// Times as people write them.
struct TimeWordsTests {
  private static let (zone, now) = ("Europe/Amsterdam", "2026-11-20T20:05:00Z")

  /// A store of Noor's, made once for all times that are told in Amsterdam.
  private static let made = Result {
    let folder = try TemporaryFolder()
    try make(["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": now], zone)
    return try FolderImage(folder)
  }

  private static func make(_ variables: [String: String], _ zone: String) throws {
    for command in [["new", "--zone", zone], ["profile", "add", "Noor"]] {
      try #require(nursery(command, variables: variables).status == 0)
    }
  }

  /// What `add diaper wet --at TEXT` wrote down, at 20:05 UTC on 2026-11-20 unless told.
  private func time(
    _ text: String, zone: String = zone, now: String = now
  ) throws -> (time: String?, run: Run) {
    let folder = try TemporaryFolder()
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": now]
    if zone == Self.zone, now == Self.now {
      try Self.made.get().write(to: folder)
    } else {
      try Self.make(variables, zone)
    }
    let run = try nursery(
      ["add", "diaper", "wet", "--at", text, "--json"], variables: variables)
    guard run.status == 0 else { return (nil, run) }
    let after = try run.list("changes").first?["after"] as? [String: Any]
    return (after?["time"] as? String, run)
  }

  @Test(arguments: [
    ("now", "2026-11-20T20:05:00Z"), ("-3h", "2026-11-20T17:05:00Z"),
    ("-1h30m", "2026-11-20T18:35:00Z"), ("-2d", "2026-11-18T20:05:00Z"),
    ("3h ago", "2026-11-20T17:05:00Z"), ("14:30", "2026-11-20T13:30:00Z"),
    ("21:06", "2026-11-19T20:06:00Z"), ("yesterday 22:00", "2026-11-19T21:00:00Z"),
    ("today 7:15", "2026-11-20T06:15:00Z"), ("2026-11-01 00:00", "2026-10-31T23:00:00Z"),
    ("2026-11-20T20:00:00Z", "2026-11-20T20:00:00Z"),
    ("2026-11-20T20:00:00+01:00", "2026-11-20T19:00:00Z"),
  ])
  func `a time is read in the zone of the store`(text: String, expected: String) throws {
    #expect(try time(text).time == expected)
  }

  @Test(arguments: [
    "", "25:00", "soon", "yesterday", "2026-13-01 10:00", "2026-03-29 02:30", "2026-10-25 02:30",
    "2026-02-30T10:00:00Z", "2026-11-19T24:00:00Z", "2026-11-19T25:00:00Z", "2026-11-19T10:60:00Z",
    "2026-11-19T10:00:61Z", "2026-02-30T10:00:00+01:00", "2026-02-29 10:00", "2026-11-19 24:00",
    "99999999999h ago", "2026-11-19T10:00:00+01:99", "2026-11-19T10:00:00.5-03:60",
    "2026-11-19T10:00:00Zx", "2026-11-19T10:00:00Z+05:30", "2026-11-19T10:00:00+01:000",
    "2026-11-19T10:00:00Z 99", "2026-11-19T10:00:00+0130junk",
  ])
  func `what is no time is refused with the text`(text: String) throws {
    let (found, run) = try time(text)
    #expect(found == nil)
    #expect(run.status == 64)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("“\(text)”"), "\(run.errors)")
  }

  /// What an entry is after an edit; the errors where it is refused.
  private func edited(_ added: String, _ change: String) throws -> (entry: [String: Any], run: Run)
  {
    let folder = try TemporaryFolder()
    try Self.made.get().write(to: folder)
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": Self.now]
    func run(_ line: String) throws -> Run {
      try nursery(ShellWords.split(line), variables: variables)
    }
    try #require(run("add \(added)").status == 0)
    let edit = try run("edit last \(change)")
    return (try run("show last --json").json(), edit)
  }

  @Test(arguments: [
    ("diaper wet --at '2026-11-13 14:00'", "time=09:30", "time", "2026-11-13T08:30:00Z"),
    // The day of a store ends in the night.
    ("diaper wet --at '2026-11-13 14:00'", "time=02:30", "time", "2026-11-14T01:30:00Z"),
    ("diaper wet --at '2026-11-14 02:00'", "time=23:30", "time", "2026-11-13T22:30:00Z"),
    ("diaper wet --at '2026-11-13 14:00'", "time='yesterday 9:30'", "time", "2026-11-19T08:30:00Z"),
    ("diaper wet --at '2026-11-13 14:00'", "time=T09:30", "time", "2026-11-13T08:30:00Z"),
    ("diaper wet --at '2026-11-13 14:00'", "time=-1h", "time", "2026-11-20T19:05:00Z"),
    ("diaper wet --at 14:00", "time=09:30", "time", "2026-11-20T08:30:00Z"),
    ("feed left --at '2026-11-13 14:00' --for 20m", "start=13:50", "start", "2026-11-13T12:50:00Z"),
    ("feed left --at '2026-11-13 14:00' --for 20m", "end=14:10", "end", "2026-11-13T13:10:00Z"),
    (
      "feed left --at '2026-11-13 14:00' --for 20m", "end=10:00 start=09:30", "end",
      "2026-11-13T09:00:00Z"
    ),
    ("sleep --at '2026-11-13 22:00' --for 8h", "end=07:30", "end", "2026-11-14T06:30:00Z"),
    ("measurement weight 4.2kg --at 2026-11-01", "start=10:00", "start", "2026-11-01T09:00:00Z"),
  ])
  func `a time of day alone corrects an entry on its own day`(
    added: String, change: String, field: String, expected: String
  ) throws {
    let (entry, run) = try edited(added, change)
    #expect(run.status == 0, "\(run.errors)")
    #expect(entry[field] as? String == expected)
  }

  @Test(arguments: ["day=2026-11-03 start=10:00", "start=10:00 day=2026-11-03"])
  func `a day and a time of a measurement are not taken together`(change: String) throws {
    let (entry, run) = try edited("measurement weight 4.2kg --at 2026-11-01", change)
    #expect(run.status == 64 && run.errors.contains("give one of both"), "\(run.errors)")
    #expect(entry["day"] as? String == "2026-11-01")
  }

  @Test(arguments: [
    ("2026-10-24 14:00", "02:30", "twice: write 2026-10-25T00:30:00Z"),
    ("2026-03-28 14:00", "02:30", "put forward past it"),
    ("2026-11-20 14:00", "23:30", "is in the future"),
  ])
  func `a time of day that the clocks of that day do not tell is refused`(
    time: String, clock: String, words: String
  ) throws {
    let (_, run) = try edited("diaper wet --at '\(time)'", "time=\(clock)")
    #expect(run.status != 0 && run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: ["1899-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "-9999d 23h", "-2000w"])
  func `what is before the years there are is refused`(text: String) throws {
    let (found, run) = try time(text, now: "1930-01-01T00:00:00Z")
    #expect(found == nil)
    let errors = run.errorLines.filter { !$0.hasPrefix("note: the newest entry here is of") }
    #expect([64, 65].contains(run.status) && errors.count == 1, "\(run.errors)")
  }

  @Test(arguments: ["sleep", "feed", "pumping"])
  func `an entry that has run for days names the two ways out`(kind: String) throws {
    let folder = try TemporaryFolder()
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
    for command in [["new"], ["profile", "add", "Noor"], ["start", kind, "--at", "-40h"]] {
      #expect(try nursery(command, variables: variables).status == 0)
    }
    let run = try nursery(["finish", kind], variables: variables)
    #expect(run.status == 65 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("finish \(kind) --at TIME"), "\(run.errors)")
    #expect(run.errors.contains("cancel \(kind)"), "\(run.errors)")
    #expect(try nursery(["finish", kind, "--at", "-39h"], variables: variables).status == 0)
  }

  @Test(arguments: [
    ("2026-10-24 23:00", "2026-10-25T11:00:00Z", "twice"),
    ("2026-03-28 23:00", "2026-03-29T11:00:00Z", "no clock"),
  ])
  func `an end that clocks showed twice or never is told, not passed over`(
    start: String, now: String, words: String
  ) throws {
    let folder = try TemporaryFolder()
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": now]
    _ = try nursery(["new", "--zone", "Europe/Amsterdam"], variables: variables)
    _ = try nursery(["profile", "add", "Noor"], variables: variables)
    let run = try nursery(["add", "sleep", "--at", start, "end=02:30"], variables: variables)
    #expect(run.status == 64 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("“02:30” was on") && run.errors.contains(words), "\(run.errors)")
    let later = try nursery(["add", "sleep", "--at", start, "end=06:30"], variables: variables)
    #expect(later.status == 0, "\(later.errors)")
  }

  @Test(arguments: [
    ("sleep --at 19:00", "21:30", "it began at 2026-11-20 19:00"),
    ("feed left --at 19:00", "21:30", "it began at 2026-11-20 19:00"),
    ("sleep --at 'yesterday 22:00'", "21:30", "the first one from then on is 2026-11-20 21:30"),
    ("sleep", "14:30", "the first one from then on is 2026-11-21 14:30"),
  ])
  func `an end that has not come yet is told as that`(
    entry: String, end: String, words: String
  ) throws {
    let folder = try TemporaryFolder()
    try Self.made.get().write(to: folder)
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": Self.now]
    let run = try nursery(ShellWords.split("add \(entry) end=\(end)"), variables: variables)
    #expect(run.status == 64 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("“\(end)” is in the future: it began at"), "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: [
    // Clocks showed it twice, but once after the beginning.
    ("start=2026-10-25T00:45:00Z end=02:15", "2026-10-25T01:15:00Z"),
    ("start=2026-10-25T00:45:00Z end='2026-10-25 02:15'", "2026-10-25T01:15:00Z"),
    ("start=2026-10-25T01:10:00Z end=02:15", "2026-10-25T01:15:00Z"),
    // From the beginning on clocks show it once, on the next day.
    ("start=2026-10-25T01:50:00Z end=02:15", "2026-10-26T01:15:00Z"),
  ])
  func `an end is never offered, or taken, that is before the beginning`(
    change: String, end: String
  ) throws {
    let (entry, run) = try edited("sleep --at '2026-10-25 01:30' --for 20m", change)
    #expect(entry["end"] as? String == end || run.errors.contains("24 hours"), "\(run.errors)")
  }

  @Test func `an edit in the hour that clocks showed twice asks which time is meant`() throws {
    let (_, run) = try edited("sleep --at '2026-10-25 01:30' --for 20m", "end=02:15")
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("twice: write 2026-10-25T00:15:00Z"), "\(run.errors)")
  }

  @Test func `a time that clocks will show again is the one that they have shown`() throws {
    let (found, run) = try time("02:45", now: "2026-10-25T00:50:00Z")
    #expect(found == "2026-10-25T00:45:00Z", "\(run.errors)")
  }

  @Test(arguments: [("25h", "it takes 25 hours;"), ("24h30m", "it takes more than 24 hours;")])
  func `a length that is too long is told in whole hours`(length: String, words: String) throws {
    let folder = try TemporaryFolder()
    try Self.made.get().write(to: folder)
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": Self.now]
    let run = try nursery(
      ShellWords.split("add sleep --at -30h --for \(length)"), variables: variables)
    #expect(run.status == 65 && run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: [
    "feed left", "pumping left=50ml", "sleep", "activity walk", "feed left --at -4h",
  ])
  func `a length that ends in the future is refused with what it counts from`(
    entry: String
  ) throws {
    let folder = try TemporaryFolder()
    try Self.made.get().write(to: folder)
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": Self.now]
    let run = try nursery(ShellWords.split("add \(entry) --for 5h"), variables: variables)
    #expect(run.status == 64 && run.errorLines.count == 1, "\(run.errors)")
    let words = "it counts from the time of --at, or from now without it; say when it began"
    #expect(run.errors.contains(words) && run.errors.contains("--at -5h"), "\(run.errors)")
    let past = try nursery(
      ShellWords.split("add sleep --at -5h --for 5h"), variables: variables)
    #expect(past.status == 0, "\(past.errors)")
  }
}
