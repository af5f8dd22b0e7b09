import Daybook
import DaybookTool
import Nursery

enum MeasurementKind: NurseryKind {
  static let word = "measurement"
  static let needs: String? = "say what was measured, such as weight 4.2kg or temperature 37.5C"

  static var fields: [EntryField<BodyMeasurement>] {
    [.baby(\.baby), start, day] + [
      EntryField(
        name: "measure", property: "measure",
        help: "temperature, weight, height, headCircumference, bmi, or your own word",
        text: { measurement, _ in measurement.title },
        json: { ["measure": .text($0.details.measure.rawValue)] },
        set: { measurement, text, _ in measurement.details.measure = MeasureType(rawValue: text)
        },
        takes: { !TypedNumber.begins($0) }),
      EntryField(
        name: "value", property: "value", help: "a number with its unit, such as 4.2kg",
        text: { measurement, _ in value(measurement) },
        json: {
          ["value": JSON.Value($0.details.value), "unit": JSON.Value($0.details.unitText)]
        },
        set: { measurement, text, _ in
          let amount = try MeasurementUnits.amount(text)
          measurement.details.value = amount.value
          measurement.details.unitText = amount.unitText
        },
        takes: { TypedNumber.begins($0) }),
    ] + EntryField.ending()
  }

  static func words(_ measurement: BodyMeasurement, _ screen: Screen) -> String {
    [measurement.title, value(measurement)].compactMap(\.self).joined(separator: " ")
  }

  static func lacks(_ measurement: BodyMeasurement) -> Bool {
    let details = measurement.details
    return measurement.title == nil || details.value == 0 && details.unitText == nil
  }

  static func make(_ baby: UUID, _ time: Date) -> BodyMeasurement? {
    BodyMeasurement(baby: baby, start: time)
  }

  static func setDay(_ measurement: inout BodyMeasurement, _ day: CivilDay) -> Bool {
    measurement.start = BodyMeasurement(day: day, MeasurementDetails()).start
    measurement.details.toldDay = day
    return true
  }

  /// When it was; nothing when only the day is known.
  private static var start: EntryField<BodyMeasurement> {
    var field = EntryField<BodyMeasurement>.date("start", \.start)
    let set = field.set
    field.set = { measurement, text, screen in
      try set?(&measurement, text, screen)
      measurement.details.toldDay = nil
    }
    return EntryField(
      name: field.name, property: field.property, help: field.help,
      text: { $0.details.toldDay == nil ? $1.time($0.start) : nil },
      json: { .time("start", $0.details.toldDay == nil ? $0.start : nil) }, set: field.set)
  }

  /// The day, when the time is not known.
  private static var day: EntryField<BodyMeasurement> {
    EntryField(
      name: "day", property: "day", help: "a day such as 2026-11-20, when the time is not known",
      text: { measurement, _ in measurement.details.toldDay?.description },
      json: { ["day": JSON.Value($0.details.toldDay?.description)] },
      set: { measurement, text, screen in
        _ = setDay(&measurement, try TimeText(screen.zone, now: screen.now).pastDay(text))
      })
  }

  @Sendable private static func value(_ measurement: BodyMeasurement) -> String {
    let details = measurement.details
    let number =
      details.value == details.value.rounded() && details.value.magnitude < 1e15
      ? "\(Int(details.value))" : "\(details.value)"
    return details.unitText.map { "\(number) \($0)" } ?? number
  }
}

enum MedicationKind: NurseryKind {
  static let word = "medication"
  static let needs: String? = "say which, such as: paracetamol 2.5ml next=6h"

  static var fields: [EntryField<MedicationDose>] {
    EntryField.beginning() + [
      .word("name", \.details.name, help: "of the medication"),
      .dose("dosage", \.details.dosage),
      EntryField(
        name: "next", property: "nextDoseInterval", help: "how long until the next, such as 6h",
        text: { dose, _ in dose.details.nextDoseInterval.map { Measures.span($0) } },
        json: { ["next": JSON.Value($0.details.nextDoseInterval)] },
        set: { dose, text, _ in
          guard text.isEmpty || TimeText.span(text) != nil else {
            throw BadText("next takes a length of time such as 6h, not “\(text)”")
          }
          dose.details.nextDoseInterval = TimeText.span(text)
        }),
    ] + EntryField.ending()
  }

  static func words(_ dose: MedicationDose, _ screen: Screen) -> String {
    let amount = dose.details.dosage.map { AmountText.text($0, in: screen.unit) }
    let next = dose.nextDose.map { "next from \(screen.time($0))" }
    return [dose.title, amount, next].compactMap(\.self).joined(separator: ", ")
  }

  static func lacks(_ dose: MedicationDose) -> Bool { dose.details.name.isEmpty }

  static func make(_ baby: UUID, _ time: Date) -> MedicationDose? {
    MedicationDose(baby: baby, start: time)
  }
}

enum NoteKind: NurseryKind {
  static let word = "note"
  static let needs: String? = "say what to note, such as: add note \"first smile\""
  static let needsWords = false

  static var fields: [EntryField<Note>] {
    EntryField.beginning() + [
      EntryField(
        name: "text", property: "", help: "what is added to the memo", text: { _, _ in nil },
        json: { _ in [:] },
        set: { note, text, _ in
          note.memo = [note.memo, text].compactMap(\.self).joined(separator: " ")
        },
        takes: { _ in true }),
      .text("image", \.details.image, help: "where a picture lies"),
    ] + EntryField.ending()
  }

  /// Bare words and a memo that are told at once become one memo, the words first.
  static func together(_ words: [String]) throws -> [String] {
    let memos = words.filter { $0.lowercased().hasPrefix("memo=") }
    let text = words.compactMap { word -> String? in
      if !word.contains("=") { return word }
      return word.lowercased().hasPrefix("text=") ? String(word.dropFirst(5)) : nil
    }
    guard let memo = memos.first, memos.count == 1, !text.isEmpty else { return words }
    let others = words.filter {
      $0.contains("=") && $0 != memo && !$0.lowercased().hasPrefix("text=")
    }
    return others + ["memo=" + (text + [String(memo.dropFirst(5))]).joined(separator: " ")]
  }

  static func lacks(_ note: Note) -> Bool {
    note.memo?.contains { !$0.isWhitespace } != true && note.details.image == nil
      && note.tags.isEmpty
  }

  /// The text is the memo, which lists show beside it.
  static func words(_ note: Note, _ screen: Screen) -> String { "" }

  static func make(_ baby: UUID, _ time: Date) -> Note? { Note(baby: baby, start: time) }
}

enum EventKind: NurseryKind {
  static let word = "event"
  static let needs: String? = "say of which type, such as Bath"

  static var fields: [EntryField<CustomEvent>] {
    EntryField.beginning() + [
      .word("name", \.details.name, help: "of its type"),
      .line("emoji", \.details.emoji, help: "its sign, for one of no type"),
    ] + EntryField.ending()
  }

  static func words(_ event: CustomEvent, _ screen: Screen) -> String {
    [event.details.emoji, event.details.name].filter { !$0.isEmpty }.joined(separator: " ")
  }

  static func lacks(_ event: CustomEvent) -> Bool { event.details.name.isEmpty }

  /// With name and sign of the type that is named so, unless it has a sign of its own.
  static func completed(
    _ event: CustomEvent, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> CustomEvent {
    guard event.details.emoji.isEmpty else { return event }
    let type = try reader.eventTypes(screen.babies.command).find(event.details.name)
    guard let known = try reader.entity(TypeKind.State.self, type)?.value else { return event }
    var event = event
    (event.details.name, event.details.emoji) = (known.name, known.emoji)
    return event
  }

  static func make(_ baby: UUID, _ time: Date) -> CustomEvent? {
    CustomEvent(baby: baby, start: time)
  }
}
