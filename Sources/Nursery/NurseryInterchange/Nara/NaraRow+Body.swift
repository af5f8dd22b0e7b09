internal import Daybook
internal import Interchange
internal import Nursery

/// Measurements and medications.
extension NaraRow {
  func growth(_ start: Date) throws(RowRefusal) -> [Entry] {
    let parts: [(MeasureType, String)] = [
      (.weight, "Weight"), (.height, "Height"), (.headCircumference, "Head Size"),
    ]
    var entries: [Entry] = []
    for (measure, name) in parts {
      let unit = UnitWords.body(cells["[Growth] \(name) Unit"])
      guard let value = try told.number("[Growth] \(name)") else { continue }
      entries.append(
        Entry(
          "Growth/\(measure.rawValue)",
          BodyMeasurement(
            baby: baby, start: start,
            MeasurementDetails(
              measure: measure, value: value, unitText: unit),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if entries.isEmpty, let memo = memo([]) {
      entries.append(Entry("Growth/note", Note(baby: baby, start: start, memo: memo)))
    }
    return entries
  }

  /// Medications, line by line in one cell, and a temperature, each an entry of its own.
  func medical(_ start: Date) throws(RowRefusal) -> [Entry] {
    var entries: [Entry] = []
    let names = cells["[Medical] Medication"].split(whereSeparator: \.isNewline)
      .map { String($0).trimmed }.filter { !$0.isEmpty }
    for (index, name) in names.enumerated() {
      entries.append(
        Entry(
          "Medical/medication\(index == 0 ? "" : " \(index + 1)")",
          MedicationDose(
            baby: baby, start: start, Self.medication(name),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if let value = try told.number("[Medical] Temperature") {
      entries.append(
        Entry(
          "Medical/temperature",
          BodyMeasurement(
            baby: baby, start: start,
            MeasurementDetails(
              measure: .temperature, value: value,
              unitText: UnitWords.body(cells["[Medical] Temperature Unit"])),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if entries.isEmpty, let memo = memo(columns(of: "Medical")) {
      entries.append(Entry("Medical/note", Note(baby: baby, start: start, memo: memo)))
    }
    return entries
  }

  /// A medication with its dosage, which stands behind the name: `Paracetamol, 1.5 (ML)`.
  static func medication(_ text: String) -> MedicationDetails {
    guard text.hasSuffix(")"), let comma = text.ranges(of: ", ").last,
      let bracket = text[comma.upperBound...].firstRange(of: " ("),
      let value = try? DecimalStyle.plain.number(
        String(text[comma.upperBound..<bracket.lowerBound]), column: "")
    else { return MedicationDetails(name: text) }
    let unit = String(text[bracket.upperBound...].dropLast()).trimmed
    return MedicationDetails(
      name: String(text[..<comma.lowerBound]).trimmed,
      dosage: Amount(
        value,
        unitText: unit.isEmpty ? nil : VolumeUnit(text: unit)?.symbol ?? unit.lowercased()))
  }
}
