internal import Daybook
internal import DaybookTesting
internal import Nursery

/// The days of a preview: what two babies have, made from a seed.
struct PreviewLife {
  /// One day, written at its end.
  struct Day: Sendable {
    let end: Date
    let author: String
    let steps: [Step]
  }

  /// Writes one thing.
  typealias Step = @Sendable (inout Draft) throws -> Void

  let now: Date
  let babies: [UUID]
  private var random: SeededGenerator

  init(now: Date, babies: [UUID], seed: UInt64) {
    self.now = now
    self.babies = babies
    random = SeededGenerator(seed: seed)
  }

  /// What happens on the day that lies so many days before now. Nothing is later than now.
  mutating func day(_ daysAgo: Int) -> Day {
    let day = (now.timeIntervalSinceReferenceDate / 86_400).rounded(.down) - Double(daysAgo)
    let midnight = Date(timeIntervalSinceReferenceDate: day * 86_400)
    var steps: [Step] = []
    for baby in babies {
      for hour in stride(from: 1.0, to: 24, by: 3.2) { addFeed(baby, midnight, hour, &steps) }
      for hour in stride(from: 2.0, to: 24, by: 4.1) { addDiaper(baby, midnight, hour, &steps) }
      addSleeps(baby, midnight, &steps)
      addRest(baby, midnight, daysAgo, &steps)
    }
    return Day(
      end: min(now, midnight.addingTimeInterval(86_399)),
      author: ["Ada", "Sam"][random.index(2)], steps: steps)
  }

  private mutating func addFeed(
    _ baby: UUID, _ midnight: Date, _ hour: Double, _ steps: inout [Step]
  ) {
    let start = time(midnight, hour)
    var feed = FeedSession(
      baby: baby, start: start, end: start.addingTimeInterval(Double(random.integer(8...30)) * 60))
    switch random.index(10) {
    case 0: (feed.content, feed.route) = (.solidFood, .parentFed)
    case 1, 2:
      (feed.content, feed.route) = (.breastMilk, .breast(random.pick(BreastSide.allCases)))
    default:
      (feed.content, feed.route) = (.formula, .bottle)
      feed.amount =
        random.chance(0.2)
        ? Amount(Double(random.integer(4...12)) / 2, .fluidOunce)
        : Amount(Double(random.integer(6...20)) * 10, .millilitre)
    }
    if random.chance(0.1) { feed.memo = random.pick(["#sleepy", "spat up #reflux", "calm"]) }
    add(feed, &steps)
  }

  private mutating func addDiaper(
    _ baby: UUID, _ midnight: Date, _ hour: Double, _ steps: inout [Step]
  ) {
    let solid = random.chance(0.35)
    add(
      DiaperChange(
        baby: baby, time: time(midnight, hour), wet: !solid || random.chance(0.5), solid: solid,
        memo: random.chance(0.05) ? "#rash" : nil), &steps)
  }

  private mutating func addSleeps(_ baby: UUID, _ midnight: Date, _ steps: inout [Step]) {
    for (hour, length) in [(9.0, 1.2), (13.5, 1.8), (20.5, 8.5)] {
      let start = time(midnight, hour)
      let end = start.addingTimeInterval(length * 3600 + Double(random.integer(0...30)) * 60)
      add(SleepSession(baby: baby, start: start, end: end, SleepDetails()), &steps)
    }
  }

  private mutating func addRest(
    _ baby: UUID, _ midnight: Date, _ daysAgo: Int, _ steps: inout [Step]
  ) {
    let tummy = time(midnight, 10.6)
    add(
      ActivitySession(
        baby: baby, start: tummy, end: tummy.addingTimeInterval(600),
        ActivityDetails(activity: random.chance(0.8) ? .tummyTime : .cry)), &steps)
    let pump = time(midnight, 7.2)
    add(
      PumpingSession(
        baby: baby, start: pump, end: pump.addingTimeInterval(900),
        PumpingDetails(amount: Amount(Double(random.integer(4...14)) * 10, .millilitre))), &steps)
    add(
      MedicationDose(
        baby: baby, start: time(midnight, 8.3),
        MedicationDetails(
          name: "Vitamin D", dosage: Amount(5, unitText: "drops"), nextDoseInterval: 86_400)),
      &steps)
    if random.chance(0.5) {
      add(
        CustomEvent(
          baby: baby, start: time(midnight, 18.2), CustomEventDetails(name: "Bath", emoji: "🛁")),
        &steps)
    }
    guard daysAgo % 7 == 0 else { return }
    let grams = 6_200 - Double(daysAgo) * 20 + Double(random.integer(0...60))
    add(
      BodyMeasurement(
        baby: baby, start: time(midnight, 11.1),
        MeasurementDetails(measure: .weight, value: grams / 1_000, unitText: "kg")), &steps)
    add(
      BodyMeasurement(
        baby: baby, start: time(midnight, 11.3),
        MeasurementDetails(
          measure: .temperature, value: 36.5 + Double(random.integer(0...9)) / 10,
          unitText: "°C")), &steps)
    add(Note(baby: baby, start: time(midnight, 21), memo: "A good week #milestone"), &steps)
  }

  /// An hour of the day, up to 20 minutes later.
  private mutating func time(_ midnight: Date, _ hour: Double) -> Date {
    midnight.addingTimeInterval(hour * 3600 + Double(random.integer(0...20)) * 60)
  }

  /// Keeps what has ended by now.
  private mutating func add<E: NurseryEntry>(_ entry: E, _ steps: inout [Step]) {
    let id = random.uuid()
    guard entry.end ?? entry.date <= now else { return }
    steps.append { draft in try draft.record(id, entry) }
  }
}
