import Daybook
import Foundation
import Testing

/// Fields that would be read otherwise than they were written are refused before anything is.
struct FieldCheckTests {
  /// A state whose fields are named as each test wants.
  struct Named: Entity, FieldPayload {
    enum Mistake: CaseIterable {
      case doubled, zero, tooGreat, reserved, optional, array, usual, part
    }

    @TaskLocal static var mistake: Mistake?
    static let kind = "checks.named"

    var tags: [String] = Named.mistake == .array ? ["new"] : []
    var aisle: String? = Named.mistake == .optional ? "dry" : nil
    var count = 7
    var part: Part?

    /// A value of several fields, with parts of its own type.
    struct Part: FieldPayload, Hashable {
      var text = ""
      var more: [Part] = []

      mutating func fields(_ field: inout some FieldCoding) throws {
        try field(1, &text)
        try field(Named.mistake == .part ? 1 : 2, &more)
      }
    }

    mutating func fields(_ field: inout some FieldCoding) throws {
      try field(1, &tags)
      try field(2, &aisle)
      try field(4, &part)
      switch Self.mistake {
      case .doubled: try field(2, &count)
      case .zero: try field(0, &count)
      case .tooGreat: try field(1 << 29, &count)
      case .reserved: try field(19_999, &count)
      case .usual: try field(3, &count, unless: 0)
      default: try field(3, &count)
      }
    }

    static func fold(_ state: inout Self?, _ event: Event) {}

    enum Event: CodableEntityEvent {
      static let type = EventType("checks.event")
      case done
    }
  }

  private func message(_ mistake: Named.Mistake?) -> String? {
    Named.$mistake.withValue(mistake) {
      do {
        _ = try EventStore.temporary(schema: Schema().entity(Named.self))
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  @Test func `fields that are read as they were written are taken`() {
    #expect(message(nil) == nil)
  }

  @Test(arguments: [
    (Named.Mistake.doubled, "number 2 is given twice"), (.zero, "0 cannot be the number"),
    (.tooGreat, "536870912 cannot be the number"), (.reserved, "19999 cannot be the number"),
    (.part, "Named: Part: number 1 is given twice"),
    (.optional, "field 2 is optional and begins with a value"),
    (.array, "field 1 begins with elements"), (.usual, "field 3 begins with 7, and 0 is what"),
  ])
  func `the store does not open with others`(mistake: Named.Mistake, words: String) {
    #expect(message(mistake)?.contains(words) == true)
  }

  struct Revised: Projection {
    static let name = "checks.revised"
    static let tables: [any AnyViewTable] = []
    let revision = 7

    func register(_ handlers: inout ChangeHandlers) {}
  }

  @Test func `a revision that is not static counts for nothing, and is refused`() {
    let error = #expect(throws: StoreError.self) {
      try EventStore.temporary(schema: Schema().projection(Revised()))
    }
    #expect(
      error?.message.contains("revision of projection checks.revised has to be static") == true)
  }
}
