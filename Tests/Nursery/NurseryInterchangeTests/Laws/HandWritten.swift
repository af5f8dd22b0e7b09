import Daybook
import Nursery

/// Entries of every kind that persons entered, each with every property and with none.
enum HandWritten {
  static let zone = "Europe/Amsterdam"
  /// The first pass of the hour that clocks show twice.
  static let repeated = date("2026-10-25T00:30:00Z")

  private static let first = date("2026-10-20T06:07:08Z") + 0.4567

  static let texts = [
    "line\nline\r\n\"quoted\", and; more\t", " e\u{301}\u{200D}👩‍👩‍👧 \u{2028}\u{FEFF}#täg ", "=1+1,'",
  ]

  /// Two babies with the same sort of entries, entries of no baby and of one that is gone, some of
  /// them changed, and others deleted.
  static func fill(_ store: EventStore) throws {
    let (noor, mina, gone) = (UUID(), UUID(), UUID())
    try store.append { draft in
      try draft.addBaby(
        noor, BabyProfile(name: "Noor  van \"den\", Berg", createdAt: first - 3))
      try draft.addBaby(
        mina,
        BabyProfile(
          name: "Mína", feedTerm: 7_200, createdAt: first - 2.25, birthDate: "2026-10-01",
          birthTime: "04:30"))
      try draft.addBaby(gone, BabyProfile(name: "Noor", createdAt: first - 1))
    }
    for baby in [noor, mina, gone, nil] {
      try store.append { draft in
        let times = baby == noor || baby == mina ? [first, repeated, repeated + 3_600] : [repeated]
        for (index, start) in times.enumerated() {
          for bare in bare(baby, start) { try record(bare, &draft) }
          // All pairs of words for one baby at one time; each word once for the others.
          let whole = whole(baby, start + 60, texts[index], isFull: baby == noor && index == 0)
          for entry in whole { try record(entry, &draft) }
        }
        try draft.append(
          TimerEvent.started(RunningTimer(baby: baby, name: "nap?", start: first)), to: UUID())
      }
    }
    var settings = AppSettings()
    (settings.preferredUnit, settings.quietHoursStart, settings.dayStartHour) = ("oz", first, 6)
    try store.append { [settings] draft in
      try draft.append(RecordEvent<AppSettings>.created(settings), to: AppSettings.entityID)
    }
    let feeds = try store.read { try $0.entities(of: FeedSession.self) }.map(\.id.rawValue)
    try store.append { draft in
      _ = try draft.deleteBaby(gone)
      for (index, id) in feeds.enumerated() {
        if index % 7 == 0 { _ = try draft.delete(FeedSession.self, id) }
        if index % 7 == 1 {
          try draft.edit(FeedSession.self, id) {
            $0.memo = "changed"
            $0.route = .cup
          }
        }
      }
    }
  }

  private static func record<E: NurseryEntry>(_ entry: E, _ draft: inout Draft) throws {
    try draft.record(UUID(), entry)
  }

  /// Entries of which nothing is told but when.
  private static func bare(_ baby: UUID?, _ start: Date) -> [any NurseryEntry] {
    [
      FeedSession(baby: baby, start: start), FeedSession(baby: baby, start: start, end: start),
      DiaperChange(baby: baby, time: start), SleepSession(baby: baby, start: start),
      SleepSession(baby: baby, start: start, end: start + 60),
      PumpingSession(baby: baby, start: start),
      PumpingSession(baby: baby, start: start, end: start + 1),
      ActivitySession(baby: baby, start: start, ActivityDetails(activity: .tummyTime)),
      ActivitySession(
        baby: baby, start: start, end: start + 60, ActivityDetails(activity: .tummyTime)),
      ActivitySession(baby: baby, start: start, end: start, ActivityDetails(activity: .cry)),
      ActivitySession(baby: baby, start: start, ActivityDetails(activity: .other("bath"))),
      BodyMeasurement(baby: baby, start: start),
      MedicationDose(baby: baby, start: start), Note(baby: baby, start: start),
      CustomEvent(baby: baby, start: start),
    ]
  }

  /// Entries of which everything is told, in all the ways that there are.
  private static func whole(
    _ baby: UUID?, _ start: Date, _ text: String, isFull: Bool
  ) -> [any NurseryEntry] {
    let tags = ["täg, one", "#two", text]
    let end = start + 600.5
    let contents: [FeedContent] = [
      .breastMilk, .formula, .fortifiedBreastMilk, .solidFood, .water, .cowMilk, .mixed, .unknown,
      .other("tea"),
    ]
    let routes: [FeedRoute] = [
      .bottle, .breast(.left), .breast(.both), .parentFed, .selfFed, .tube, .cup, .unknown,
      .other("sippy"),
    ]
    let amounts = [
      Amount(120, .millilitre), Amount(4.25, .fluidOunce), Amount(3, unitText: "spoons"),
      Amount(0, unitText: nil),
    ]
    var found: [any NurseryEntry] = []
    for (number, content) in contents.enumerated() {
      for (other, route) in routes.enumerated() where isFull || number == other {
        found.append(
          FeedSession(
            baby: baby, start: start + Double(number * 10 + other),
            end: end + Double(number * 10 + other), amount: amounts[(number + other) % 4],
            content: content, route: route, typeText: number == 0 ? "babyFormula" : nil,
            memo: text, tags: tags))
      }
    }
    for (wet, solid) in [(true, true), (true, false), (false, true)] {
      found.append(
        DiaperChange(
          baby: baby, time: start, wet: wet, solid: solid, color: "green", amount: 1.5, memo: text,
          tags: tags))
    }
    for nap in [true, false] {
      found.append(
        SleepSession(
          baby: baby, start: start, end: end, SleepDetails(nap: nap), memo: text, tags: tags))
    }
    for amount in [Amount(90, .millilitre), nil] {
      found.append(
        PumpingSession(
          baby: baby, start: start, end: end,
          PumpingDetails(
            amount: amount, left: Amount(2, .fluidOunce), right: Amount(50, .millilitre)),
          memo: text, tags: tags))
    }
    for activity in [ActivityType.tummyTime, .cry, .other("bath")] {
      found.append(
        ActivitySession(
          baby: baby, start: start, end: end, ActivityDetails(activity: activity, text: text),
          memo: text, tags: tags))
    }
    let measures: [(MeasureType, Double, String)] = [
      (.temperature, 37.25, "C"), (.weight, 4_250, "g"), (.weight, 4.3, "kg"),
      (.height, 52.5, "cm"),
      (.headCircumference, 35, "cm"), (.bmi, 15.2, ""), (.other("mood"), 3, "stars"),
    ]
    for (measure, value, unit) in measures {
      found.append(
        BodyMeasurement(
          baby: baby, start: start,
          MeasurementDetails(measure: measure, value: value, unitText: unit), memo: text,
          tags: tags))
    }
    found.append(
      MedicationDose(
        baby: baby, start: start,
        MedicationDetails(
          name: text, dosage: Amount(2.5, unitText: "drops"), nextDoseInterval: 90_061.5),
        memo: text, tags: tags))
    found.append(
      Note(baby: baby, start: start, NoteDetails(image: "a.jpg"), memo: text, tags: tags))
    found.append(
      CustomEvent(
        baby: baby, start: start, CustomEventDetails(name: "Vitamin D", emoji: "☀️"), memo: text,
        tags: tags))
    return found
  }
}
