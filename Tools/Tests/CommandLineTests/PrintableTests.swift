import DaybookTool
import Foundation
import TemporaryFolders
import Testing

/// What a store holds, shown on a terminal.
struct PrintableTests {
  private static let evil =
    "A\u{1B}[2J\u{7}\u{7F}\u{9B}31m\u{202E}\u{2066}\u{2028}\u{85}z"
    + "\u{200B}\u{AD}\u{2060}\u{FEFF}\u{E0041}z"

  /// A store whose babies have instructions for terminals in their names.
  private struct HostileStore {
    let folder: TemporaryFolder
    var path: String { folder.path("store") }

    /// Two imports, of which the second brings another baby.
    init() throws {
      folder = try TemporaryFolder()
      let feeds = try folder.file(
        "feeds.csv",
        "babyName,timestamp,amountValue,amountUnit,feedType\n"
          + "\"\(evil)\nB\",2025-11-06T18:00:00.000Z,90,ml,bottle\n")
      let diapers = try folder.file(
        "d.csv", "babyName,timestamp,diaperType\n\(evil),2025-11-06T18:00:00.000Z,pee\n")
      for more in [[], ["--diapers", diapers]] {
        let run = try nursery(
          ["import", "babydashboard", feeds, "--store", path] + more)
        #expect(run.status == 0, "\(run.errors)")
      }
    }

    func run(_ arguments: String...) throws -> Run {
      try nursery(arguments + ["--store", path])
    }
  }

  private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 10: true
      case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xE0000...0xE0FFF:
        false
      default: true
      }
    }
  }

  @Test func `a name of 2,000 bytes makes no table 2,000 wide`() throws {
    let folder = try TemporaryFolder()
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
    let name = String(repeating: "Noor ", count: 400) + "Noor"
    let feeds = try folder.file(
      "feeds.csv",
      "babyName,timestamp,amountValue,amountUnit,feedType\n"
        + "\(name),2025-11-06T18:00:00.000Z,90,ml,bottle\n")
    for command in [
      ["new"], ["import", "babydashboard", feeds], ["profile", "add", "Ben"],
      ["add", "feed", "120ml", "--baby", "Noor"],
    ] {
      let run = try nursery(command, variables: variables)
      #expect(run.status == 0, "\(run.errors)")
    }
    for command in ["history", "today", "totals", "trends", "last", "profiles"] {
      let run = try nursery([command], variables: variables)
      let widest = run.output.split(separator: "\n").map(\.count).max() ?? 0
      #expect(run.status == 0 && (10...250).contains(widest), "\(command): \(widest)")
      #expect(run.output.contains("…"), "\(command)")
    }
    let all = try nursery(["profiles", "--json"], variables: variables).list("babies")
    #expect(all.contains { $0["name"] as? String == name })
  }

  @Test func `no command passes on what a terminal would obey`() throws {
    let store = try HostileStore()
    let rows = try store.run("transactions", "--json").list("transactions")
    let last = try #require(rows.last?["token"] as? String)
    let first = try #require(rows.first?["token"] as? String)
    let profiles = try store.run("profiles", "--json").list("babies")
    let evil = profiles.filter { ($0["name"] as? String)?.contains("\u{1B}") == true }
    let id = try #require(evil.first?["id"] as? String)
    let commands = [
      ["profiles"], ["history", "--days", "400"], ["today"], ["day", "2025-11-06"], ["show", id],
      ["search", "A"], ["tags"], ["trends", "--days", "400"], ["conflicts"], ["totals"], ["last"],
      ["log", "--limit", "2000"],
      ["transactions"], ["entity", id], ["as-of", last, "profiles"], ["as-of", last, "totals"],
      ["as-of", last, "last"], ["as-of", last, "history"], ["diff", first, last], ["consumers"],
      ["verify"], ["stats"],
      ["quarantine"], ["doctor"], ["snapshot", "widgets", "--out", store.folder.path("w")],
    ]
    var shown = ""
    for command in commands {
      for arguments in [command, command + ["--json"]] {
        let run = try nursery(arguments + ["--store", store.path])
        #expect(run.status == 0, "\(arguments) \(run.errors)")
        #expect(isSafe(run.output) && isSafe(run.errors), "\(arguments)")
        shown += run.output
      }
    }
    #expect(shown.contains(#"A\u{1B}[2J\u{7}\u{7F}\u{9B}31m\u{202E}"#))
    #expect(shown.contains(#"A\u001b[2J"#))
  }

  @Test(
    arguments: [
      "\u{1B}", "\u{9B}", "\u{AD}", "\u{61C}", "\u{180E}", "\u{200B}", "\u{200C}", "\u{200D}",
      "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}",
      "\u{2066}", "\u{2069}", "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFF9}", "\u{E0041}",
      "\u{E0100}",
    ] as [Unicode.Scalar])
  func `what shows nothing among letters is written out`(scalar: Unicode.Scalar) {
    let written = #"Ad\u{\#(String(scalar.value, radix: 16, uppercase: true))}a"#
    #expect("Ad\(scalar)a".printable == written)
    #expect(written.printable == written)
  }

  @Test(arguments: [
    // A family, a burning heart, a person of a skin colour with red hair, a keycap.
    "👩\u{200D}👧", "❤\u{FE0F}\u{200D}🔥", "🧑🏽\u{200D}🦰", "1\u{FE0F}\u{20E3}",
    // The flag of Scotland.
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    // Persian, Hindi, Malayalam, Khmer, and a variant of an ideograph.
    "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", "\u{915}\u{94D}\u{200D}\u{937}",
    "\u{D28}\u{D4D}\u{200D}", "\u{1797}\u{17B6}\u{200B}\u{1781}", "\u{845B}\u{E0100}",
    // Persian with a mark, its abbreviation of a joined letter, and Bengali.
    "\u{628}\u{64E}\u{200C}\u{628}", "\u{647}\u{200D}", "\u{9B0}\u{200D}\u{9CD}\u{9AF}",
    // Variants of a sign, of a Mongolian letter and of a mark.
    "\u{2229}\u{FE00}", "\u{1820}\u{180B}", "\u{A9}\u{FE0F}",
    "é ß “x” – 日本 א", "",
  ])
  func `what belongs to a letter or an emoji stays`(text: String) {
    #expect(text.printable == text)
    #expect(text.printableJSON == text)
  }

  @Test(arguments: [
    // A joiner beside nothing, two of them, and one before a blank.
    ("👩\u{200D}", #"👩\u{200D}"#), ("👩\u{200D}a", #"👩\u{200D}a"#),
    ("\u{6CC}\u{200C}\u{200C}\u{62E}", #"\#u{6CC}\u{200C}\u{200C}\#u{62E}"#),
    ("\u{6CC}\u{200C} ", #"\#u{6CC}\u{200C} "#),
    // Between letters that join nothing, digits, and after a letter that does not join the next.
    ("\u{E01}\u{200C}\u{E02}", #"\#u{E01}\u{200C}\#u{E02}"#),
    ("\u{E01}\u{200D}\u{E02}", #"\#u{E01}\u{200D}\#u{E02}"#),
    ("\u{661}\u{200C}\u{662}", #"\#u{661}\u{200C}\#u{662}"#),
    ("\u{631}\u{200C}\u{62E}", #"\#u{631}\u{200C}\#u{62E}"#),
    // Between letters that are joined without it.
    ("\u{628}\u{200D}\u{628}", #"\#u{628}\u{200D}\#u{628}"#),
    // Tags without an end, and too few of them.
    ("🏴\u{E0067}\u{E0062}\u{E0073}", #"🏴\u{E0067}\u{E0062}\u{E0073}"#),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", #"🏴\u{E0067}\u{E0062}\u{E007F}"#),
    // A second variant of what has one.
    ("❤\u{FE0F}\u{FE0F}", #"❤\#u{FE0F}\u{FE0F}"#),
    // A digit without a keycap, and letters that have no variants.
    ("Ad1\u{FE0F}", #"Ad1\u{FE0F}"#), ("\u{1EA1}\u{FE00}", #"\#u{1EA1}\u{FE00}"#),
    ("\u{AC00}\u{E0100}", #"\#u{AC00}\u{E0100}"#), ("\u{AC00}\u{180B}", #"\#u{AC00}\u{180B}"#),
    ("Memo\nof two lines", "Memo↵of two lines"),
  ])
  func `what belongs to nothing is written out beside an emoji, too`(text: String, shown: String) {
    #expect(text.printable == shown)
  }

  @Test func `tags that no flag has are written out, each of them`() {
    let tags = String(repeating: "\u{E0061}", count: 9)
    let shown = String(repeating: #"\u{E0061}"#, count: 9)
    #expect("🏴\(tags)\u{E007F}".printable == #"🏴\#(shown)\u{E007F}"#)
  }

  @Test func `JSON writes what shows nothing in units of UTF-16`() {
    #expect("[\"\u{E0041}\u{200B}\"]".printableJSON == #"["\udb40\udc41\u200b"]"#)
    #expect("[\n]".printableJSON == "[\n]")
  }

  @Test(arguments: [
    ("Noor", "Noor"), ("Noor Ada", "'Noor Ada'"), ("it's", #"'it'\''s'"#), ("أدا", "أدا"),
    ("", "''"), ("a\nb", #"$'a\nb'"#), ("\u{7}f", #"$'\007f'"#),
    ("a\u{202E}b", #"$'a\342\200\256b'"#), ("a\u{200B}'", #"$'a\342\200\213\''"#),
  ])
  func `a word of a command stays one that a shell reads as it was`(word: String, typed: String) {
    #expect(word.quoted == typed)
    #expect(typed.printable == typed)
  }

  @Test func `a JSON text still holds the text`() throws {
    let store = try HostileStore()
    let profiles = try store.run("profiles", "--json").list("babies")
    #expect(profiles.contains { ($0["name"] as? String) == Self.evil })
  }

  @Test func `an error that quotes a file is safe`() throws {
    let store = try HouseholdStore()
    let letter = try store.folder.file("letter\u{1B}[2J.csv", "\(Self.evil),x\n1,2\n")
    let run = try nursery("import", "babydashboard", letter, "--store", store.path)
    #expect(run.status == 65)
    #expect(isSafe(run.errors))
    #expect(run.errorLines.count == 1)
  }

  @Test func `an export is byte for byte`() throws {
    let store = try HostileStore()
    #expect(try store.run("export", "babydashboard").output.contains(Self.evil))
  }
}
