import Daybook

// snippet: change-rename
struct RenamedMemo: Entity, CodablePayload {
  static let kind = "memo"
  var body: String

  enum Event: CodableEntityEvent {
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

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .noted(let body) = event { memo = Self(body: body) }
  }
}
// end

// snippet: change-upcast
struct RankedMemo: Entity, CodablePayload {
  static let kind = "memo"
  var text: String
  var rank: String?

  enum Event: CodableEntityEvent {
    static let type = EventType(".event", version: 2)

    case written(text: String)
    case ranked(String)

    /// The cases as version 1 stored them.
    enum Version1: CodablePayload {
      case written(text: String)
      case ranked(Int)
    }

    static var upcasters: [Upcaster] {
      [
        Upcaster(from: ".event", to: type) { old, new in
          let event: Event =
            switch try Version1(from: &old) {
            case .written(let text): .written(text: text)
            case .ranked(let rank): .ranked("rank \(rank)")
            }
          event.encode(into: &new)
        }
      ]
    }
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    switch event {
    case .written(let text): memo = Self(text: text)
    case .ranked(let rank): memo?.rank = rank
    }
  }
}
// end

// snippet: change-split
/// Version 2 of the app: what was one `Contact` with an address is a `Person` and a `Home`.
struct Person: Entity, CodablePayload {
  static let kind = "person"
  var name: String
  var home: ID<Home>?

  enum Event: CodableEntityEvent {
    case named(String)
    case moved(home: ID<Home>)
  }

  static func fold(_ person: inout Person?, _ event: Event) {
    switch event {
    case .named(let name): person = Person(name: name, home: person?.home)
    case .moved(let home): person?.home = home
    }
  }
}

struct Home: Entity, CodablePayload {
  static let kind = "home"
  var address: String

  enum Event: CodableEntityEvent {
    case addressed(String)
  }

  static func fold(_ home: inout Home?, _ event: Event) {
    if case .addressed(let address) = event { home = Home(address: address) }
  }
}

extension EventStore {
  /// Splits the contacts, once. The new entities have names of the old ones, so that two devices
  /// make the same.
  func splitContacts() throws {
    let split = UUID(uuidString: "2F6B910A-44D7-4E3C-A158-7D9033EE6205")!
    try append(command: split, author: "migration") { draft in
      for contact in try draft.now().entities(of: Contact.self) {
        let home = ID<Home>(name: "\(contact.id)", in: split)
        let person = ID<Person>(contact.id.rawValue)
        try draft.append(.addressed(contact.address), to: home)
        try draft.append(.named(contact.name), to: person)
        try draft.append(.moved(home: home), to: person)
      }
    }
  }
}

/// A contact of version 1, which version 2 still reads.
struct Contact: Entity, CodablePayload {
  static let kind = "contact"
  var name: String
  var address: String

  enum Event: CodableEntityEvent {
    case met(name: String, address: String)
  }

  static func fold(_ contact: inout Contact?, _ event: Event) {
    if case .met(let name, let address) = event { contact = Contact(name: name, address: address) }
  }
}
// end
