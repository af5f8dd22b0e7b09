import Daybook

// A kind without a payload: the compiler says which three there are.

struct Plain: Entity {  // refused: write `CodablePayload` for JSON, `FieldPayload` for
  static let kind = "refused.plain"
  var name: String

  enum Event: CodableEntityEvent { case made(String) }

  static func fold(_ state: inout Self?, _ event: Event) {
    if case .made(let name) = event { state = Plain(name: name) }
  }
}
