import Foundation
import TemporaryFolders
import Testing

/// Numbers that a person types and that may mean another one.
struct HandEntryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for line in ["new --store s", "profile add Noor --store s"] {
      try #require(try run(line).status == 0)
    }
  }

  private func run(_ line: String) throws -> Run {
    try nursery(
      ShellWords.split(line), variables: ["TZ": "Europe/Amsterdam"], directory: folder.path)
  }

  @Test(arguments: ["08:30", "09:30"])
  func `a feed without a length has none where it begins at another time`(start: String) throws {
    try #require(try run("add feed 10ml --at \"2026-11-25 09:00\" --store s").status == 0)
    let edited = try run("edit last start=\(start) --store s")
    #expect(
      edited.status == 0 && !edited.output.contains("min"), "\(edited.output)\(edited.errors)")
  }

  @Test(arguments: [
    (
      "feed 1,200ml",
      "“1,200ml” may mean 1200 or a little more than 1; write it without the comma, as 1200ml or "
        + "1.2ml"
    ),
    (
      "measurement weight 4,125kg",
      "“4,125kg” may mean 4125 or a little more than 4; write it without the comma, as 4125kg or "
        + "4.125kg"
    ),
    (
      "medication paracetamol dosage=1,500mg",
      "“1,500mg” may mean 1500 or a little more than 1; write it without the comma, as 1500mg or "
        + "1.5mg"
    ),
    (
      "measurement weight 400kg",
      "it has a weight of 400.0 kg, which no body has; look at the number and its unit"
    ),
    (
      "measurement temperature 95.86C",
      "it has a temperature of 95.86 C, which no body has; look at the number and its unit"
    ),
    (
      "measurement temperature \"95.86 °C\"",
      "it has a temperature of 95.86 °C, which no body has; look at the number and its unit"
    ),
    (
      "measurement value=900lbs measure=weight",
      "it has a weight of 900.0 lbs, which no body has; look at the number and its unit"
    ),
    (
      "feed 5000ml",
      "it has an amount of 5000.0 mL, which nobody drinks at once; look at the number and its unit"
    ),
  ])
  func `a number that may be another one is refused`(words: String, sentence: String) throws {
    let run = try run("add \(words) --store s")
    #expect(run.status == 64)
    #expect(run.errors == "nursery: \(sentence)\n")
  }

  @Test(arguments: [
    "feed 12,5ml", "feed 0,125l", "feed 120.5ml", "measurement weight 4,2kg",
    "measurement temperature 37,5C", "measurement weight 9,4 lb", "measurement mood 400",
    "measurement height 40 in", "measurement height 40 inch", "measurement weight 9.4 lbs",
    "medication D 1 drop", "medication D 2 drops", "medication D 1 tablet",
    "measurement temperature 99,5°F",
  ])
  func `a number that means one thing is taken`(words: String) throws {
    #expect(try run("add \(words) --store s").status == 0)
  }

  @Test(arguments: [
    ("weight 4.2blah", "is in “blah”, and a weight is in kg, g, lb or oz"),
    ("weight 42", "has no unit, and a weight is in kg, g, lb or oz"),
    ("value=52kg measure=height", "is in “kg”, and a height is in cm, mm, m or in"),
    ("temperature 37.5", "has no unit, and a temperature is in C or F"),
  ])
  func `a measure has a unit of such measures`(words: String, sentence: String) throws {
    let run = try run("add measurement \(words) --store s")
    #expect(run.status == 64)
    #expect(run.errors == "nursery: it \(sentence); look at the number and its unit\n")
  }

  @Test(arguments: [
    ("feed 90ml --at '2026-10-20 10:00'", "it is before the birth"),
    ("measurement weight 4.2kg --at 2026-10-20", "it is before the birth"),
    ("measurement wieght 4.2kg", "“wieght” is a measure of your own; did you mean weight"),
  ])
  func `what an import would remark is remarked, with the way to change it`(
    words: String, note: String
  ) throws {
    try #require(try run("profile edit Noor born=2026-10-21 --store s").status == 0)
    let run = try run("add \(words) --store s")
    let id = try #require(run.output.firstMatch(of: #/added \w+ (\w+)/#)?.1, "\(run.errors)")
    let kind = words.prefix { $0 != " " }
    let change = words.contains("wieght") ? "measure=weight" : "FIELD=VALUE"
    #expect(run.status == 0)
    #expect(
      run.errors
        == "note: \(kind) \(id): \(note); to change it: nursery edit \(id) \(change) "
        + "--store s\n")
    // What was so before is not told again.
    #expect(try self.run("edit last memo=x --store s").errors == "")
  }

  @Test func `an edit to before the birth is remarked`() throws {
    for line in ["profile edit Noor born=2026-10-21", "add diaper wet --at '2026-10-21 00:10'"] {
      let run = try run(line + " --store s")
      try #require(run.status == 0 && run.errors == "", "\(run.errors)")
    }
    let edited = try run("edit last time='2026-10-20 23:10' --store s")
    #expect(edited.status == 0 && edited.errors.contains("before the birth"), "\(edited.errors)")
  }

  @Test func `a birth that leaves entries before it says how many, once`() throws {
    for day in 10...12 {
      try #require(try run("add feed 90ml --at '2026-11-\(day) 10:00' --store s").status == 0)
    }
    try #require(try run("profile add Ed --store s").status == 0)
    try #require(
      try run("add diaper wet --baby Ed --at '2026-11-10 10:00' --store s").status == 0)
    let early = try run("profile edit Noor born=2026-11-12 --store s")
    let id = try #require(early.output.firstMatch(of: #/baby (\w+)/#)?.1, "\(early.errors)")
    #expect(
      early.errors
        == "note: baby \(id): 2 entries are earlier than the birth; to change it: nursery edit "
        + "\(id) FIELD=VALUE --store s\n")
    #expect(try run("edit Noor feedTerm=2h --store s").errors == "")
    #expect(try run("edit Noor born=2026-11-11 --store s").errors.contains("1 entry is earlier"))
    #expect(try run("edit Noor born=2026-11-10 --store s").errors == "")
  }

  @Test(arguments: [
    ("add feed 5ml end=", "begin it with start feed, or leave end= out"),
    ("add sleep end=", "begin it with start sleep"),
    ("add feed 5ml --for 0m", "--for 0m is no length of time"),
    ("add activity walk --for 0h0m", "--for 0h0m is no length of time"),
    ("add sleep --at '2026-11-10 10:00' end='2026-11-10 10:00'", "it ended when it began, at 2026"),
    ("add pumping --at 2026-11-10T10:00:00Z end=2026-11-10T10:00:00Z", "it ended when it began"),
    ("add sleep", "say how long it took"),
    ("add event ''", "“” says nothing about an event; leave it out"),
    ("add feed 5ml ' '", "“ ” says nothing about a feed; leave it out"),
    ("add event name=' '", "there is no type of events “ ”"),
    ("add feed -5ml", "“-5ml” is less than nothing; write an amount"),
    ("add medication Vitamin -3mg", "“-3mg” is less than nothing"),
    ("add measurement weight -4kg", "“-4kg” is less than nothing"),
    ("add diaper wet amount=130ml", "the amount of a diaper is a number without a unit"),
    ("start feed -5ml", "“-5ml” is less than nothing"), ("add feed -x", "Unknown option '-x'"),
  ])
  func `what says nothing of an entry is refused with what it is`(
    line: String, sentence: String
  ) throws {
    try #require(try run("type add Bath --store s").status == 0)
    let refused = try run(line + " --store s")
    #expect([64, 65].contains(refused.status) && refused.errorLines.count == 1)
    #expect(refused.errors.contains(sentence), "\(refused.errors)")
    #expect(try run("history --store s").output.contains("Nothing was entered yet."))
  }

  @Test(arguments: [
    ("add sleep -5h", "“-5h” is a time: write `--at -5h`"),
    ("add sleep 1h", "“1h” is a length of time: write `--for 1h`"),
    ("add diaper wet 14:00", "“14:00” is a time: write `--at 14:00`"),
    ("add diaper wet 'yesterday 22:00'", "is a time: write `--at 'yesterday 22:00'`"),
    ("add diaper wet yesterday", "with the time, such as `--at 'yesterday 14:30'`"),
    ("add diaper wet 1h", "“1h” is a length of time: for so long ago write `--at -1h`"),
    ("add feed 10ml -3h", "“-3h” is a time: write `--at -3h`"),
    ("add feed 10ml 20m", "“20m” is a length of time: write `--for 20m`"),
    ("add event 'First tooth' -3h", "“-3h” is a time: write `--at -3h`"),
    ("add event 'First tooth' 7", "“7” says nothing about an event; it takes FIELD=VALUE such as"),
    ("add medication paracetamol 14:30", "“14:30” is a time: write `--at 14:30`"),
    ("add medication paracetamol 5ml 6h", "until the next dose it is `next=6h`"),
    ("start feed -10m", "“-10m” is a time: write `--at -10m`"),
  ])
  func `a time that stands alone is told the option that takes it`(
    line: String, sentence: String
  ) throws {
    let refused = try run(line + " --store s")
    #expect(refused.status == 64 && refused.errorLines.count == 1)
    #expect(refused.errors.contains(sentence), "\(refused.errors)")
  }

  @Test(arguments: [
    ("feed 100ml 120ml", "“120ml” is a second amount; give one of both"),
    ("feed left right", "“right” is a second route; did you mean both?"),
    ("feed left bottle", "“bottle” is a second route; give one of both"),
    (
      "medication vitamin d 3ml",
      "“d” is a second name; one with a blank stands in quotes: 'vitamin d'"
    ),
    (
      "measurement weight heavy",
      "“heavy” is a second measure; give one of both, or FIELD=VALUE such as memo=heavy"
    ),
  ])
  func `what is told twice is told the way out`(words: String, sentence: String) throws {
    let refused = try run("add \(words) --store s")
    #expect(refused.status == 64)
    #expect(refused.errors == "nursery: \(sentence)\n")
  }

  @Test func `where a command has no such option, the field is named`() throws {
    try #require(try run("add feed 10ml --store s").status == 0)
    #expect(try run("edit last -3h --store s").errors.contains("write `start=-3h`"))
    #expect(try run("edit last 20m --store s").errors.contains("such as `end=14:30`"))
  }

  @Test(arguments: ["note -3h", "note 14:30", "measurement height 0.5m", "event now emoji=🦷"])
  func `what a field takes is no time`(words: String) throws {
    let run = try run("add \(words) --store s")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `where there are no types yet, the command that adds one names the store`() throws {
    let type = "nursery type add NAME"
    #expect(try run("type --store s").output.contains("\(type) --emoji SIGN --store s\n"))
    #expect(try run("add event Bath --store s").errors.hasSuffix("\(type) --store s\n"))
    let item = "nursery checklist add TYPE"
    #expect(try run("checklist --store s").output.hasSuffix("\(item) --store s\n"))
    #expect(try run("checklist toggle x --store s").errors.hasSuffix("\(item) --store s\n"))
    try #require(try run("profile add Ed --store s").status == 0)
    #expect(try run("checklist --store s").output.hasSuffix("\(item) --baby BABY --store s\n"))
    #expect(
      try run("checklist toggle x --baby Ed --store s").errors.hasSuffix(
        "\(item) --baby Ed --store s\n"))
  }

  @Test(arguments: [
    ("add feed 10ml --at 2099-01-01T00:00:00Z", "is in the future"),
    ("add sleep --at -2h end=-3h", "it ends before it starts"),
    ("add measurement weight 4kg day=2099-01-01", "has not come yet"),
    ("profile add Mina --born 1800-01-01", "“1800-01-01” is before 1900"),
  ])
  func `a time that cannot be is a wrong argument`(line: String, sentence: String) throws {
    let refused = try run(line + " --store s")
    #expect(refused.status == 64, "\(refused.output)\(refused.errors)")
    #expect(refused.errors.contains(sentence), "\(refused.errors)")
  }

  @Test func `a name is found without its accents, unless another one is called so`() throws {
    try #require(try run("profile add Zoë --store s").status == 0)
    #expect(try run("add diaper wet --baby zoe --store s").output.contains(" of Zoë"))
    try #require(try run("profile add Zoe --store s").status == 0)
    #expect(try run("add diaper wet --baby zoe --store s").output.contains(" of Zoe"))
  }

  @Test func `a name without its accents that begins another one asks which is meant`() throws {
    for name in ["Zoë", "Zoey"] {
      try #require(try run("profile add \(name) --store s").status == 0)
    }
    let asked = try run("add diaper wet --baby zoe --store s")
    #expect(asked.status == 65 && asked.errors.contains("Zoë") && asked.errors.contains("Zoey"))
    try #require(try run("profile add Zoé --store s").status == 0)
    try #require(try run("delete Zoey --store s").status == 0)
    let alike = try run("add diaper wet --baby zoe --store s")
    #expect(alike.errors.contains("by the beginning of its id"), "\(alike.errors)")
  }

  @Test func `a baby that is gone is not taken for another one of nearly its name`() throws {
    for line in ["profile add Zoe", "profile add Zoë", "delete Zoe"] {
      try #require(try run(line + " --store s").status == 0)
    }
    let refused = try run("add diaper wet --baby Zoe --store s")
    #expect(refused.status != 0 && refused.errors.contains("is deleted"), "\(refused.errors)")
  }

  @Test func `no dose is told in hours`() throws {
    let refused = try run("add medication paracetamol 6h --store s")
    #expect(refused.status != 0 && refused.errors.contains("next=6h"), "\(refused.errors)")
  }

  @Test func `totals show as many days as are asked for`() throws {
    for time in ["-1h", "-100h"] {
      try #require(try run("add diaper wet --at \(time) --store s").status == 0)
    }
    #expect(try run("totals --store s --json").list("days").count == 2)
    #expect(try run("totals --days 3 --store s --json").list("days").count == 1)
  }

  @Test func `a type whose sign changed is not put on a checklist twice`() throws {
    for line in [
      "type add Bath --emoji 🛁", "checklist add Bath", "type edit Bath emoji=🚿",
    ] { try #require(try run(line + " --store s").status == 0) }
    let refused = try run("checklist add Bath --store s")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("Bath is on Noor's checklist already, as 🛁; to have 🚿 there"))
    #expect(try run("checklist toggle Bath --store s").status == 0)
  }

  @Test func `a baby is asked for only where several have what is meant`() throws {
    for line in [
      "profile add Ed", "type add Bath --emoji 🛁", "checklist add Bath --baby Noor",
      "start feed left --baby Ed", "checklist toggle bat", "finish feed",
      "checklist add Bath --baby Ed", "start feed left --baby Ed", "start feed left --baby Noor",
    ] {
      let done = try run(line + " --store s")
      try #require(done.status == 0, "\(line): \(done.errors)")
    }
    for line in ["checklist toggle Bath", "finish feed", "cancel feed"] {
      let asked = try run(line + " --store s")
      #expect(asked.status == 64 && asked.errors.contains("say which baby: --baby"), "\(line)")
    }
    let items = try run("checklist --store s --json").list("items")
    let short = try #require(items.first?["short"] as? String)
    #expect(try run("checklist delete \(short) --store s").status == 0)
    #expect(try run("finish feed --baby Ed --store s").status == 0)
    #expect(try run("cancel feed --store s").output.contains(" of Noor"))
  }

  @Test(arguments: [
    ("add feed 120ml formula --baby Anna Maria", "a feed", ", and a memo is memo=Maria\n"),
    ("profile edit Anna maria zone=Asia/Tokyo", "a baby", "\n"),
  ])
  func `a name with a blank that stands without quotes is told to need them`(
    line: String, what: String, rest: String
  ) throws {
    try #require(try run("profile add 'Anna Maria' --store s").status == 0)
    let refused = try run(line + " --store s")
    #expect(refused.status == 64)
    let words = " says nothing about \(what); a name with a blank stands in quotes: 'Anna Maria'"
    #expect(refused.errors.contains(words + rest), "\(refused.errors)")
  }

  @Test func `a feed that runs ends with an amount, not with less than nothing`() throws {
    try #require(try run("start feed --store s").status == 0)
    let refused = try run("finish feed -5ml --store s")
    #expect(refused.status == 64 && refused.errors.contains("“-5ml” is less than nothing"))
    #expect(try run("finish feed 5ml --at -0m --store s").status == 0)
    #expect(try run("edit last memo=-5 --store s").output.contains("memo none → -5"))
  }

  @Test func `a text that looks like a length of time is kept as it was typed`() throws {
    let added = try run("add note --memo -3h --at -1h --store s --json")
    let after = try added.list("changes").first?["after"] as? [String: Any]
    #expect(after?["memo"] as? String == "-3h", "\(added.output)\(added.errors)")
    #expect(try run("profile add -2d --store s").status == 0)
    #expect(try run("profiles --store s").output.contains("-2d"))
  }

  @Test func `a baby whose name begins with a dash is meant by its id`() throws {
    try #require(try run("profile add --store s -- -x").status == 0)
    let refused = try run("add diaper wet --store s")
    let told = try #require(
      refused.errors.firstMatch(of: #/--baby ([0-9a-f]+)/#), "\(refused.errors)")
    #expect(try run("add diaper wet --baby \(told.output.1) --store s").status == 0)
  }

  @Test func `no baby gets the name of what was written last`() throws {
    for line in ["profile add last", "profile add ' LAST '", "profile edit Noor name=Last"] {
      let refused = try run(line + " --store s")
      #expect(refused.status == 65 && refused.errors.contains("give another name"))
    }
    #expect(try run("profile add Lasse --store s").status == 0)
  }

  @Test(arguments: ["breast", "route=Breast"])
  func `a feed at the breast is asked for its side`(word: String) throws {
    let run = try run("add feed \(word) --store s")
    #expect(run.status == 64)
    #expect(run.errors == "nursery: “breast” tells no side; write left, right or both\n")
  }

  @Test(arguments: ["9lb4oz", "'9lb 4oz'", "'9 lbs 4 oz'"])
  func `pounds and ounces are one weight`(weight: String) throws {
    let run = try run("add measurement weight \(weight) --store s")
    #expect(run.output.contains(": weight 9.25 lb ("), "\(run.output)\(run.errors)")
  }

  @Test func `what is there may be edited, whatever it has`() throws {
    let added = try run("add measurement weight 4.2kg --store s --json")
    let entry: [String: Any] = try added.json()
    let changes = entry["changes"] as? [[String: Any]]
    let id = try #require(changes?.first?["id"] as? String)
    #expect(try run("edit \(id) value=400kg --store s").status == 64)
    #expect(try run("edit \(id) value=4.3kg --store s").status == 0)
  }

  @Test(
    arguments: [
      (" ", "Ada", nil), (" Ben ", nil, "Ben"), (nil, " ", nil), (nil, " Ada ", "Ada"),
    ] as [(String?, String?, String?)])
  func `an author of blanks is nobody, and others have none around them`(
    option: String?, variable: String?, author: String?
  ) throws {
    var variables = ["TZ": "UTC"]
    variables["DAYBOOK_AUTHOR"] = variable
    let told = option.map { ["--author", $0] } ?? []
    let added = try nursery(
      ["add", "feed", "5ml", "--store", "s"] + told, variables: variables, directory: folder.path)
    try #require(added.status == 0, "\(added.errors)")
    let rows = try run("transactions --limit 1 --store s --json").list("transactions")
    #expect(rows.first?["author"] as? String == author)
  }

  @Test func `one of a thing is one`() throws {
    let log = try run("export log new.ndjson --store s")
    #expect(log.output.hasPrefix("1 transaction is in new.ndjson, "), "\(log.output)")
    try #require(try run("add feed 120ml --store s").status == 0)
    let rows = try run("export view entries --output e.csv --store s")
    #expect(rows.output == "1 row is in e.csv.\n", "\(rows.output) \(rows.errors)")
  }
}
