import Daybook
import Foundation
import Interchange

/// Writes the files beside the days, in the order in which they are read.
struct FileExport {
  /// The files so far, by name.
  private(set) var texts: [String: String] = [:]
  private let originals: [String: String]
  private let zone: TimeZone
  private var finder = ElementFinder()

  init(_ originals: [String: String], zone: TimeZone) {
    self.originals = originals
    self.zone = zone
  }

  mutating func addProfile(_ reader: borrowing Reader) throws {
    let name = "profile.json"
    var profiles = try ExportedKind<PuppyProfile>(reader)
    let form = OllieForm.profile(zone: zone)
    if let original = originals[name] {
      texts[name] = try profiles.place(
        [original], in: "profile", &finder, reader, key: { _ in .id("profile") },
        write: { form.text($0, $1, told: $2) })[0]
    }
    // The app has one puppy.
    if texts[name] == nil, let first = profiles.rest.first {
      texts[name] = form.text(first.value, first.id, told: nil)
    }
  }

  mutating func addSpots(_ reader: borrowing Reader) throws {
    var spots = try ExportedKind<WalkSpot>(reader)
    let form = OllieForm.spots(zone: zone)
    let list = try place(arrayOf: &spots, form, in: "spots", file: "spots.json", reader)
    add("spots.json", list, spots.rest.map { form.text($0.value, $0.id, told: nil) })
  }

  /// Skills are found by their names. Those without a date are in the old list, which has none.
  mutating func addSkills(_ reader: borrowing Reader) throws {
    var skills = try ExportedKind<MasteredSkill>(reader)
    let form = OllieForm.skills(zone: zone)
    let (file, oldFile) = ("mastered-skills-v2.json", "mastered-skills.json")
    let list = try place(
      arrayOf: &skills, form, in: "skills", file: file, reader,
      key: { $0["skill_id"]?.string.map { .id($0) } })
    let old = originals[oldFile].flatMap { RawList(array: $0) }
    let placed = try skills.place(
      old?.elements ?? [], in: "skills", &finder, reader,
      key: { Self.value($0)?.string.map { .id($0) } },
      write: { skill, _, told in
        Self.value(told)?.string == skill.skill ? told : JSONWords.text(skill.skill) ?? told
      })
    let new = skills.rest
    add(
      file, list,
      new.filter { $0.value.masteredAt != nil }.map { form.text($0.value, $0.id, told: nil) })
    add(
      oldFile, old.map { PlacedList(list: $0, elements: placed) },
      new.filter { $0.value.masteredAt == nil }.compactMap { JSONWords.text($0.value.skill) })
  }

  /// The app wrote its doses into `data`, so new ones go there.
  mutating func addDoses(_ reader: borrowing Reader) throws {
    var doses = try ExportedKind<MedicationCompletion>(reader)
    let form = OllieForm.doses(zone: zone)
    let names = ["data/medication-completions.jsonl", "medication-completions.jsonl"]
    var lists: [PlacedList?] = []
    for name in names {
      let list = originals[name].map { RawList(lines: $0) }
      let placed = try doses.place(
        list?.elements ?? [], in: "doses", &finder, reader,
        key: { line in Self.value(line).map { Self.key($0, file: name, text: line) } },
        write: { form.text($0, $1, told: $2) })
      lists.append(list.map { PlacedList(list: $0, elements: placed) })
    }
    let own = lists[0] == nil && lists[1] != nil ? 1 : 0
    let new = doses.rest.map { form.text($0.value, $0.id, told: nil) }
    for (index, name) in names.enumerated() {
      add(name, lists[index], index == own ? new : [], lines: true)
    }
  }

  // MARK: Lists

  /// A list whose elements are those of now.
  struct PlacedList {
    let list: RawList
    let elements: [String?]

    func text(adding new: [String]) -> String { list.text(elements, adding: new) }
  }

  private mutating func add(
    _ name: String, _ list: PlacedList?, _ new: [String], lines: Bool = false
  ) {
    if let list {
      texts[name] = list.text(adding: new)
      return
    }
    if !new.isEmpty {
      texts[name] = lines ? new.joined(separator: "\n") : "[\(new.joined(separator: ","))]"
    }
    // A text that is no list stays as it is, and beside the file where that is needed.
    if let original = originals[name] {
      texts[new.isEmpty ? name : name + Self.unreadable] = original
    }
  }

  /// What the name of a file ends with that could not be read, where its own name is taken.
  private static let unreadable = ".unreadable"

  /// Places the objects of a file that is an array; nil when there is none.
  private mutating func place<Value: KeptValue>(
    arrayOf kind: inout ExportedKind<Value>, _ form: OllieForm<Value>, in table: String,
    file: String, _ reader: borrowing Reader,
    key: (JSONValue) -> ImportRow.Key? = { _ in nil }
  ) throws -> PlacedList? {
    guard let list = originals[file].flatMap({ RawList(array: $0) }) else { return nil }
    let placed = try place(list.elements, of: &kind, form, in: table, file, reader, key: key)
    return PlacedList(list: list, elements: placed)
  }

  private mutating func place<Value: KeptValue>(
    _ elements: [String], of kind: inout ExportedKind<Value>, _ form: OllieForm<Value>,
    in table: String, _ file: String, _ reader: borrowing Reader,
    key: (JSONValue) -> ImportRow.Key? = { _ in nil }
  ) throws -> [String?] {
    try kind.place(
      elements, in: table, &finder, reader,
      key: { element in
        Self.value(element).map { value in
          let text = String(decoding: value.bytes, as: UTF8.self)
          return key(value) ?? Self.key(value, file: file, text: text)
        }
      },
      write: { form.text($0, $1, told: $2) })
  }

  private static func value(_ text: String) -> JSONValue? {
    try? JSONValue(parsing: Array(text.utf8))
  }

  private static func key(_ value: JSONValue, file: String, text: String) -> ImportRow.Key {
    OllieRows.key(value["id"]?.string.flatMap(UUID.init(uuidString:)), file: file, text: text)
  }
}

// MARK: - What the puppy met

extension FileExport {
  /// The exposures by item, and when the family began.
  mutating func addSocialization(_ reader: borrowing Reader) throws {
    let name = "socialization.json"
    let original = originals[name]
    var file = original.flatMap { RawObject($0) } ?? RawObject()
    var isChanged = false
    func set(_ object: inout RawObject, _ member: String, _ text: String?) {
      if object[member] == text { return }
      object[member] = text
      isChanged = true
    }
    let begun = try reader.entities(of: Kept<Socialization>.self).first?.value.startedAt
    let said = file["startedDate"].flatMap { Self.value($0)?.string }
      .flatMap { OllieTime($0, zone: zone)?.date }
    if begun != said { set(&file, "startedDate", JSONWords.time(begun, zone: .gmt)) }
    var items = file["exposuresByItem"].flatMap { RawObject($0) } ?? RawObject()
    for (item, text) in try exposures(items, name, reader) { set(&items, item, text) }
    if isChanged {
      if !items.members.isEmpty { set(&file, "exposuresByItem", items.text) }
      texts[name] = file.text
    } else {
      texts[name] = original
    }
  }

  /// The list of each item as it is now, old items first.
  private mutating func exposures(
    _ items: RawObject, _ file: String, _ reader: borrowing Reader
  ) throws -> [(item: String, text: String)] {
    var exposures = try ExportedKind<Exposure>(reader)
    var lists: [String: PlacedList] = [:]
    for member in items.members.sorted(by: { $0.name < $1.name }) {
      guard let list = RawList(array: member.text) else { continue }
      let form = OllieForm.exposures(of: member.name, zone: zone)
      let placed = try place(list.elements, of: &exposures, form, in: "exposures", file, reader)
      lists[member.name] = PlacedList(list: list, elements: placed)
    }
    let rest = Dictionary(grouping: exposures.rest, by: \.value.item)
    return Set(lists.keys).union(rest.keys).sorted().map { item in
      let form = OllieForm.exposures(of: item, zone: zone)
      let new = (rest[item] ?? []).map { form.text($0.value, $0.id, told: nil) }
      return (item, lists[item]?.text(adding: new) ?? "[\(new.joined(separator: ","))]")
    }
  }
}
