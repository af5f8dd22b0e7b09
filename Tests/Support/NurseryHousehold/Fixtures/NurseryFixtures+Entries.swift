public import Daybook
public import Nursery

extension NurseryFixtures {
  /// A feed that began so many minutes ago; without `minutes` it runs.
  public func makeFeedSession(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 90, minutes: Double? = 20,
    amount: Amount? = Amount(120, .millilitre), content: FeedContent = .formula,
    route: FeedRoute = .bottle, memo: String? = nil
  ) -> Identified<FeedSession> {
    make(
      number,
      FeedSession(
        baby: baby, start: ago(minutes: minutesAgo), end: end(minutesAgo, minutes),
        amount: amount, content: content, route: route, memo: memo))
  }

  /// A diaper change so many minutes ago.
  public func makeDiaperChange(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 60, wet: Bool = true,
    solid: Bool = false, memo: String? = nil
  ) -> Identified<DiaperChange> {
    make(
      number,
      DiaperChange(
        baby: baby, time: ago(minutes: minutesAgo), wet: wet, solid: solid, memo: memo))
  }

  /// A sleep that began so many minutes ago; without `minutes` it runs.
  public func makeSleepSession(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 240, minutes: Double? = 90,
    nap: Bool? = nil, memo: String? = nil
  ) -> Identified<SleepSession> {
    make(
      number,
      SleepSession(
        baby: baby, start: ago(minutes: minutesAgo), end: end(minutesAgo, minutes),
        SleepDetails(nap: nap), memo: memo))
  }

  /// Pumped milk; without `minutes` it is being pumped.
  public func makePumpingSession(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 120, minutes: Double? = 15,
    amount: Amount? = Amount(100, .millilitre), memo: String? = nil
  ) -> Identified<PumpingSession> {
    make(
      number,
      PumpingSession(
        baby: baby, start: ago(minutes: minutesAgo), end: end(minutesAgo, minutes),
        PumpingDetails(amount: amount), memo: memo))
  }

  /// An activity; without `minutes` it goes on.
  public func makeActivitySession(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 45, minutes: Double? = 10,
    activity: ActivityType = .tummyTime, text: String? = nil, memo: String? = nil
  ) -> Identified<ActivitySession> {
    make(
      number,
      ActivitySession(
        baby: baby, start: ago(minutes: minutesAgo), end: end(minutesAgo, minutes),
        ActivityDetails(activity: activity, text: text), memo: memo))
  }

  /// A measurement so many minutes ago.
  public func makeBodyMeasurement(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 300,
    measure: MeasureType = .temperature, value: Double = 36.8, unitText: String? = "°C",
    memo: String? = nil
  ) -> Identified<BodyMeasurement> {
    make(
      number,
      BodyMeasurement(
        baby: baby, start: ago(minutes: minutesAgo),
        MeasurementDetails(measure: measure, value: value, unitText: unitText), memo: memo))
  }

  /// A dose so many minutes ago.
  public func makeMedicationDose(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 180, name: String = "Vitamin D",
    dosage: Amount? = Amount(5, unitText: "drops"), nextDoseInterval: Double? = 86_400,
    memo: String? = nil
  ) -> Identified<MedicationDose> {
    make(
      number,
      MedicationDose(
        baby: baby, start: ago(minutes: minutesAgo),
        MedicationDetails(name: name, dosage: dosage, nextDoseInterval: nextDoseInterval),
        memo: memo))
  }

  /// A note so many minutes ago.
  public func makeNote(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 30, memo: String = "First smile"
  ) -> Identified<Note> {
    make(number, Note(baby: baby, start: ago(minutes: minutesAgo), memo: memo))
  }

  /// A custom event so many minutes ago.
  public func makeCustomEvent(
    _ number: Int = 1, of baby: UUID?, minutesAgo: Double = 150, name: String = "Bath",
    emoji: String = "🛁", memo: String? = nil
  ) -> Identified<CustomEvent> {
    make(
      number,
      CustomEvent(
        baby: baby, start: ago(minutes: minutesAgo),
        CustomEventDetails(name: name, emoji: emoji), memo: memo))
  }

  private func end(_ minutesAgo: Double, _ minutes: Double?) -> Date? {
    minutes.map { ago(minutes: minutesAgo - $0) }
  }
}
