import Daybook
import Nursery

/// Something that happens to an entry that is neither a feed nor a diaper change.
struct EntryStep: Sendable {
  /// Sets one field.
  typealias Edit = @Sendable (inout Told) -> Void

  enum Action: Sendable {
    case recorded(Told)
    case started(Told)
    case finished([Edit])
    case amended([Edit])
    case cancelled
    case deleted
    case restored
  }

  let kind: EntryKind
  let id: UUID
  let action: Action

  /// Adds it to `draft`, as the event of its kind.
  func apply(to draft: inout Draft) throws {
    switch kind {
    case .sleep: try append(SleepDetails.self, to: &draft)
    case .pumping: try append(PumpingDetails.self, to: &draft)
    case .activity: try append(ActivityDetails.self, to: &draft)
    case .measurement: try append(MeasurementDetails.self, to: &draft)
    case .medication: try append(MedicationDetails.self, to: &draft)
    case .note: try append(NoteDetails.self, to: &draft)
    case .customEvent: try append(CustomEventDetails.self, to: &draft)
    case .feed, .diaper: preconditionFailure("feeds and diaper changes have events of their own")
    }
  }

  private func append<Details: ToldDetails>(
    _ type: Details.Type, to draft: inout Draft
  ) throws {
    let event: EntryEvent<Details> =
      switch action {
      case .recorded(let told): .recorded(Entry(told))
      case .started(let told): .started(Entry(told))
      case .finished(let edits): .finished(patch(edits))
      case .amended(let edits): .amended(patch(edits))
      case .cancelled: .cancelled
      case .deleted: .deleted
      case .restored: .restored
      }
    try draft.append(event, to: id)
  }

  /// The patch that sets the fields which `edits` set, whatever they were.
  private func patch<Details: ToldDetails>(_ edits: [Edit]) -> FieldPatch<Entry<Details>> {
    var before = Told.unlikely(kind)
    var after = before
    for edit in edits { edit(&after) }
    // Of yes, no and neither, that one which the edits do not set.
    var other = before
    other.nap = true
    for edit in edits { edit(&other) }
    if after.nap != before.nap || other.nap == nil { before.nap = after.nap == true ? false : true }
    return FieldPatch(from: Entry(before), to: Entry(after))
  }
}

/// Details that are made of what is told.
private protocol ToldDetails: EntryDetails {
  init(_ told: Told)
}

extension Entry where Details: ToldDetails {
  fileprivate init(_ told: Told) {
    self.init(
      baby: told.baby, start: told.start, end: told.end, Details(told), memo: told.memo,
      tags: told.tags, source: told.source)
    isDeleted = told.isDeleted
  }
}

extension SleepDetails: ToldDetails {
  fileprivate init(_ told: Told) { self.init(nap: told.nap) }
}

extension PumpingDetails: ToldDetails {
  fileprivate init(_ told: Told) {
    self.init(amount: told.amount, left: told.left, right: told.right)
  }
}

extension ActivityDetails: ToldDetails {
  fileprivate init(_ told: Told) {
    self.init(activity: ActivityType(rawValue: told.name), text: told.text)
  }
}

extension MeasurementDetails: ToldDetails {
  fileprivate init(_ told: Told) {
    self.init(
      measure: MeasureType(rawValue: told.name), value: told.value, unitText: told.text,
      toldDay: told.toldDay)
  }
}

extension MedicationDetails: ToldDetails {
  fileprivate init(_ told: Told) {
    self.init(name: told.name, dosage: told.amount, nextDoseInterval: told.interval)
  }
}

extension NoteDetails: ToldDetails {
  fileprivate init(_ told: Told) { self.init(image: told.text) }
}

extension CustomEventDetails: ToldDetails {
  fileprivate init(_ told: Told) { self.init(name: told.name, emoji: told.emoji) }
}

extension Told {
  /// Has in each field what no random entry has.
  fileprivate static func unlikely(_ kind: EntryKind) -> Told {
    var told = Told(kind, start: Date(timeIntervalSinceReferenceDate: 1))
    told.baby = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
    told.end = Date(timeIntervalSinceReferenceDate: 2)
    told.memo = "unlikely"
    told.tags = ["unlikely"]
    told.amount = Amount(-99, unitText: "unlikely")
    told.left = told.amount
    told.right = told.amount
    told.name = "unlikely"
    told.emoji = "unlikely"
    told.text = "unlikely"
    told.value = -99
    told.toldDay = CivilDay(daysSince1970: -99)
    told.interval = -99
    return told
  }
}
