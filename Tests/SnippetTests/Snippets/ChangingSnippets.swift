import Daybook

// snippet: change-rename
struct RenamedMemo: Entity, CodablePayload {
  static let kind = "memo"
  var body: String

  static func fold(_ memo: inout Self?, _ event: RenamedMemoEvent) {
    if case .noted(let body) = event { memo = Self(body: body) }
  }
}

enum RenamedMemoEvent: CodableEntityEvent {
  static let type = EventType("memo.event")

  case noted(body: String)  // was: written(text:)
  case ranked(Int)

  enum CodingKeys: String, CodingKey {
    case noted = "written"
    case ranked
  }
  enum NotedCodingKeys: String, CodingKey {
    case body = "text"
  }
}
// end

// snippet: change-upcast
struct RankedMemo: Entity, CodablePayload {
  static let kind = "memo"
  var text: String
  var rank: String?

  static func fold(_ memo: inout Self?, _ event: RankedMemoEvent) {
    switch event {
    case .written(let text): memo = Self(text: text)
    case .ranked(let rank): memo?.rank = rank
    }
  }
}

enum RankedMemoEvent: CodableEntityEvent {
  static let type = EventType("memo.event", version: 2)

  case written(text: String)
  case ranked(String)

  /// The cases as version 1 stored them.
  enum Version1: CodablePayload {
    case written(text: String)
    case ranked(Int)
  }

  static var upcasters: [Upcaster] {
    [
      Upcaster(from: EventType("memo.event"), to: type) { old, new in
        let event: RankedMemoEvent
        switch try Version1(from: &old) {
        case .written(let text): event = .written(text: text)
        case .ranked(let rank): event = .ranked("rank \(rank)")
        }
        event.encode(into: &new)
      }
    ]
  }
}
// end

// snippet: change-split
/// Version 2 of the app: what was one `Contact` with an address is a `Person` and a `Home`.
struct Person: Entity, CodablePayload {
  static let kind = "person"
  var name: String
  var home: UUID?

  static func fold(_ person: inout Person?, _ event: PersonEvent) {
    switch event {
    case .named(let name): person = Person(name: name, home: person?.home)
    case .moved(let home): person?.home = home
    }
  }
}

enum PersonEvent: CodableEntityEvent {
  static let type = EventType("person.event")
  case named(String)
  case moved(home: UUID)
}

struct Home: Entity, CodablePayload {
  static let kind = "home"
  var address: String

  static func fold(_ home: inout Home?, _ event: HomeEvent) {
    if case .addressed(let address) = event { home = Home(address: address) }
  }
}

enum HomeEvent: CodableEntityEvent {
  static let type = EventType("home.event")
  case addressed(String)
}

extension EventStore {
  /// Splits the contacts, once. The new entities have names of the old ones, so that two devices
  /// make the same.
  func splitContacts() throws {
    let split = UUID(
      uuid: (
        0x2F, 0x6B, 0x91, 0x0A, 0x44, 0xD7, 0x4E, 0x3C, 0xA1, 0x58, 0x7D, 0x90, 0x33, 0xEE, 0x62,
        0x05
      ))
    try append(command: split, author: "migration") { draft in
      for contact in try draft.now().entities(of: Contact.self) {
        let home = UUID(name: contact.id.uuidString, in: split)
        try draft.append(.addressed(contact.state.address), to: Home.self, home)
        try draft.append(.named(contact.state.name), to: Person.self, contact.id)
        try draft.append(.moved(home: home), to: Person.self, contact.id)
      }
    }
  }
}

/// A contact of version 1, which version 2 still reads.
struct Contact: Entity, CodablePayload {
  static let kind = "contact"
  var name: String
  var address: String

  static func fold(_ contact: inout Contact?, _ event: ContactEvent) {
    if case .met(let name, let address) = event { contact = Contact(name: name, address: address) }
  }
}

enum ContactEvent: CodableEntityEvent {
  static let type = EventType("contact.event")
  case met(name: String, address: String)
}
// end
