import Daybook
import Testing

/// The table of "Changing what you store": entities that are split or folded in another way, and
/// projections.
struct EntityEvolution {
  private let app = EvolvingStore()
  private let contacts = Schema().entity(Contact.self).entity(Person.self).entity(Home.self)

  @Test func `a kind is split by one transaction, once`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    let store = try app.open(contacts)
    try store.splitContacts()
    try store.splitContacts()
    let (person, home) = try store.read { [id = app.id] reader in
      let person = try reader.entity(Person.self, id)
      return (person, try person?.home.flatMap { try reader.entity($0) })
    }
    #expect(person?.name == "Noor")
    #expect(home?.address == "Quay 1")
    #expect(try store.read { try $0.transactions() }.count == 2)
  }

  @Test func `two devices that split before they meet have the same entities`() throws {
    let phone = try EventStore.temporary(schema: contacts)
    let tablet = try EventStore.temporary(schema: contacts)
    try phone.append { [id = app.id] draft in
      try draft.append(.met(name: "Noor", address: "Quay 1"), to: Contact.self, id)
    }
    try tablet.absorb(try #require(try phone.read { try $0.message(of: 1) }))
    try phone.splitContacts()
    try tablet.splitContacts()
    try tablet.absorb(try #require(try phone.read { try $0.message(of: 2) }))
    #expect(try tablet.read { try $0.entities(of: Home.self) }.count == 1)
    #expect(try tablet.read { try $0.entities(of: Person.self) }.count == 1)
  }

  @Test func `a fold that means something else needs a revision`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    let error = #expect(throws: StoreError.self) { try app.read(LoudContact<One>.self) }
    #expect(error?.code == .storedFormatChanged)
    #expect(try app.read(LoudContact<One>.self, checks: false)?.name == "Noor")
    #expect(try app.read(LoudContact<Two>.self)?.name == "NOOR")
  }

  @Test func `a new projection is built when the store is opened`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    let store = try app.open(Schema().entity(Contact.self).projection(ByName<One>()))
    #expect(try store.read { try $0.rows(ByName<One>.all).map(\.key.first) } == ["Noor"])
  }

  @Test func `a key that means something else needs a revision`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    try app.open(Schema().entity(Contact.self).projection(ByName<One>())).close()
    let changed = Schema().entity(Contact.self).projection(ByName<Two>())
    let error = #expect(throws: StoreError.self) { try app.open(changed) }
    #expect(error?.code == .storedFormatChanged)
    let unraised = try app.open(changed, checks: false)
    #expect(try unraised.read { try $0.rows(ByName<Two>.all).map(\.key.first) } == ["Noor"])
    try unraised.close()
    let raised = try app.open(Schema().entity(Contact.self).projection(ByName<Three>()))
    #expect(try raised.read { try $0.rows(ByName<Three>.all).map(\.key.first) } == ["QUAY 1"])
  }

  @Test func `a projection of another name is built as a new one`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    try app.open(Schema().entity(Contact.self).projection(ByName<One>())).close()
    let store = try app.open(Schema().entity(Contact.self).projection(ByAddress()))
    #expect(try store.read { try $0.rows(ByAddress.all).map(\.key.first) } == ["Quay 1"])
    #expect(try store.verify().ok)
  }

  @Test func `a key or row whose Swift type has another name is built anew`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    try app.open(Schema().entity(Contact.self).projection(ByAddress())).close()
    let store = try app.open(Schema().entity(Contact.self).projection(ByTown()))
    #expect(try store.read { try $0.rows(ByTown.all).map(\.row) } == [Town(name: "Quay 1")])
  }

  @Test func `a key of another type is built anew without a revision`() throws {
    try app.append(Contact.self, .met(name: "Noor", address: "Quay 1"))
    try app.open(Schema().entity(Contact.self).projection(ByName<One>())).close()
    let store = try app.open(Schema().entity(Contact.self).projection(ByAge()))
    #expect(try store.read { try $0.count(ByAge.all) } == 1)
  }
}

// MARK: What changes

private protocol Step { static var revision: Int { get } }
private enum One: Step { static let revision = 1 }
private enum Two: Step { static let revision = 1 }
private enum Three: Step { static let revision = 2 }

/// A contact whose fold was changed: with the step `One` the states that are stored stay.
private struct LoudContact<S: Step>: Entity, CodablePayload {
  static var kind: String { "contact" }
  static var revision: Int { S.self == One.self ? 1 : 2 }
  var name: String
  var address: String

  enum Event: CodableEntityEvent {
    case met(name: String, address: String)
  }

  static func fold(_ contact: inout Self?, _ event: Event) {
    if case .met(let name, let address) = event {
      contact = Self(name: name.uppercased(), address: address)
    }
  }
}

/// One projection in three versions: names, then addresses, then addresses with a revision.
private struct ByName<S: Step>: Index {
  static var name: String { "byName" }
  static var revision: Int { S.revision }

  static func key(_ contact: Stamped<Contact>) -> Key2<String, ID<Contact>>? {
    Key2(S.self == One.self ? contact.name : contact.address.uppercased(), contact.id)
  }
}

private struct ByAge: Index {
  static let name = "byName"

  static func key(_ contact: Stamped<Contact>) -> Key2<HybridTime, ID<Contact>>? {
    Key2(contact.created, contact.id)
  }
}

private struct ByAddress: Index {
  static let name = "byAddress"

  static func key(_ contact: Stamped<Contact>) -> Key2<String, ID<Contact>>? {
    Key2(contact.address, contact.id)
  }
  static func row(_ contact: Stamped<Contact>) -> City { City(name: "") }
}

/// The same projection after `City` was renamed; the row also means something else, so that a
/// rebuild shows.
private struct ByTown: Index {
  static let name = "byAddress"

  static func key(_ contact: Stamped<Contact>) -> Key2<String, ID<Contact>>? {
    Key2(contact.address, contact.id)
  }
  static func row(_ contact: Stamped<Contact>) -> Town {
    Town(name: contact.address)
  }
}

private struct City: CodablePayload, Equatable { var name: String }
private struct Town: CodablePayload, Equatable { var name: String }
