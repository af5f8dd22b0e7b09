import Daybook
import Foundation
import Nursery
import Testing

/// Filters by babies, kinds, tags and text, as BabyDashboard does and as one would expect.
struct HistoryFilterTests {
  private static let mina = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private static let noor = UUID(uuidString: "1B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private static let time = Date(timeIntervalSince1970: 1_761_000_000)

  /// Name and entry, in the order in which results are told.
  private static let entries: [(name: String, entry: HistoryEntry)] = [
    ("feed", .feed(FeedSession(baby: mina, start: time, memo: "warm #Tired"))),
    ("orphan", .feed(FeedSession(start: time, memo: "a#b"))),
    ("pee", .diaper(DiaperChange(baby: mina, time: time, wet: true))),
    ("poo", .diaper(DiaperChange(baby: noor, time: time, solid: true, memo: "Warm"))),
    ("both", .diaper(DiaperChange(baby: noor, time: time, wet: true, solid: true))),
    ("dry", .diaper(DiaperChange(baby: noor, time: time))),
    (
      "nap",
      .customEvent(
        CustomEvent(baby: mina, start: time, CustomEventDetails(name: "Nap", emoji: "😴")))
    ),
    ("sleep", .sleep(SleepSession(baby: noor, start: time, memo: "#tired"))),
  ]

  private func found(_ filter: HistoryFilter) -> [String] {
    Self.entries.filter { filter.matches($0.entry) }.map(\.name)
  }

  @Test func `no category and no text means every entry`() {
    #expect(HistoryFilter().isEmpty)
    #expect(found(HistoryFilter()) == Self.entries.map(\.name))
  }

  @Test func `a baby's filter leaves orphans out, and nobody's filter finds them`() {
    #expect(found(HistoryFilter(babies: [Self.mina])) == ["feed", "pee", "nap"])
    #expect(found(HistoryFilter(babies: [nil])) == ["orphan"])
    #expect(found(HistoryFilter(babies: [Self.mina, Self.noor])).count == 7)
  }

  @Test func `within a category any match is enough`() {
    #expect(found(HistoryFilter(kinds: [.pee])) == ["pee", "both", "dry"])
    #expect(found(HistoryFilter(kinds: [.poo])) == ["poo", "both"])
    #expect(found(HistoryFilter(kinds: [.feed, .poo])) == ["feed", "orphan", "poo", "both"])
    #expect(found(HistoryFilter(kinds: [.kind(.sleep)])) == ["sleep"])
  }

  @Test func `all categories must match`() {
    #expect(found(HistoryFilter(babies: [Self.mina], kinds: [.feed])) == ["feed"])
    #expect(found(HistoryFilter(kinds: [.feed], tags: ["tired"])) == ["feed"])
  }

  @Test(arguments: [
    (HistoryFilter.Mode.parity, [String]()), (.corrected, ["feed", "orphan", "nap"]),
  ])
  func `a kind and a custom event match nothing for parity, and either one corrected`(
    mode: HistoryFilter.Mode, names: [String]
  ) {
    let filter = HistoryFilter([.feed, .customEvent(emoji: "😴", name: "Nap")], mode: mode)
    #expect(found(filter) == names)
    #expect(found(HistoryFilter([.customEvent(emoji: "😴", name: "x")], mode: mode)) == ["nap"])
  }

  @Test(arguments: ["tired", "#tired", "#TIRED"])
  func `a tag is found with or without its sign, in any case`(tag: String) {
    #expect(found(HistoryFilter(tags: [tag])) == ["feed", "sleep"])
  }

  /// DOMAIN: the text is a part of the word of the kind, of the custom type's name, or of the memo.
  @Test(arguments: [
    ("", ["feed", "orphan", "pee", "poo", "both", "dry", "nap", "sleep"]),
    ("ee", ["feed", "orphan", "pee", "both", "dry", "sleep"]),
    ("feeding", []), ("poo", ["poo", "both"]), ("WARM", ["feed", "poo"]), ("nap", ["nap"]),
    ("#tired", ["feed", "sleep"]), ("a#b", ["orphan"]),
  ])
  func `a text is a part of the kind's word, the title or the memo`(
    text: String, names: [String]
  ) {
    #expect(found(HistoryFilter(text: text)) == names)
  }

  @Test func `tokens and text must both match`() {
    #expect(found(HistoryFilter([.baby(id: Self.noor, name: "old name")], text: "warm")) == ["poo"])
  }

  @Test func `tokens are kept as the app keeps them`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    func text(_ token: HistoryToken) throws -> String {
      String(decoding: try encoder.encode(token), as: UTF8.self)
    }
    #expect(
      try text(.baby(id: Self.mina, name: "A"))
        == #"{"baby":{"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","name":"A"}}"#)
    #expect(try text(.feed) == #"{"feed":{}}"#)
    #expect(
      try text(.customEvent(emoji: "😴", name: "Nap"))
        == #"{"customEvent":{"emoji":"😴","name":"Nap"}}"#)
    #expect(try text(.hashtag("#x")) == ##"{"hashtag":{"_0":"#x"}}"##)
  }

  @Test func `suggestions come in the app's order and leave out what is chosen`() {
    let babies = [
      CurrentProfile(id: Self.mina, profile: BabyProfile(name: "Mina", createdAt: Self.time)),
      CurrentProfile(id: Self.noor, profile: BabyProfile(name: "Noor", createdAt: Self.time)),
    ]
    func offered(_ text: String, chosen: [HistoryToken] = []) -> [String] {
      HistoryToken.suggestions(
        for: text, chosen: chosen, babies: babies, events: [("😴", "Nap"), ("🛁", "Bath")],
        tags: ["zzz", "Alpha"]
      ).map(\.displayText)
    }
    #expect(
      offered("") == [
        "Mina", "Noor", "🍼 Feed", "💧 Pee", "💩 Poo", "😴 Nap", "🛁 Bath", "#Alpha", "#zzz",
      ])
    #expect(offered("P") == ["💧 Pee", "💩 Poo", "😴 Nap", "#Alpha"])
    #expect(offered("p", chosen: [.pee, .hashtag("Alpha")]) == ["💩 Poo", "😴 Nap"])
    #expect(offered("mi", chosen: [.baby(id: Self.mina, name: "renamed")]) == [])
    #expect(offered("a", chosen: [.hashtag("#ALPHA")]) == ["Mina", "😴 Nap", "🛁 Bath"])
    #expect(offered("z", chosen: [.hashtag("##zzz")]) == [])
  }

  @Test func `kinds that BabyDashboard does not know have tokens, too`() throws {
    let offered = HistoryToken.suggestions(for: "", babies: [], kinds: [.sleep, .pumping])
    #expect(
      offered.map(\.displayText) == ["🍼 Feed", "💧 Pee", "💩 Poo", "😴 Sleep", "🥛 Pumping"])
    #expect(found(HistoryFilter([offered[3]])) == ["sleep"])
    for kind in EntryKind.allCases {
      let token = HistoryToken.kind(kind)
      #expect(
        try JSONDecoder().decode(HistoryToken.self, from: JSONEncoder().encode(token)) == token)
      #expect(HistoryFilter([token]).kinds == [.kind(kind)])
    }
    let left = HistoryToken.suggestions(
      for: "", chosen: [offered[3]], babies: [], kinds: [.sleep, .pumping])
    #expect(left.count == 4)
  }
}
