import Daybook

// The identifier of one kind where that of another is wanted.

struct Note: Entity, CodablePayload {
  static let kind = "refused.note"

  enum Event: CodableEntityEvent {
    case written
  }

  static func fold(_ state: inout Self?, _ event: Event) {}
}

struct Medication: Entity, CodablePayload {
  static let kind = "refused.medication"

  enum Event: CodableEntityEvent {
    case given
  }

  static func fold(_ state: inout Self?, _ event: Event) {}
}

func give(_ medication: ID<Medication>, in draft: inout Draft) throws {
  try draft.append(.given, to: medication)
}

func ofANote(_ note: ID<Note>, in draft: inout Draft) throws {
  try give(note, in: &draft)  // refused: cannot convert value of type 'ID<Note>'
  try draft.append(.given, to: note)  // refused: has no member 'given'
  let _: Medication? = try draft.entity(note)  // refused: cannot assign value of type 'Note?'
}
