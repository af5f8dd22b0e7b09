import Daybook

// Kinds whose fold is missing, or is not the one that their protocol asks for.

struct Forgotten: Entity, CodablePayload {  // refused: does not conform to protocol 'Entity'
  static let kind = "refused.forgotten"
}

enum ForgottenEvent: CodableEntityEvent {
  case made
}

struct WithoutContext: ContextualEntity, CodablePayload {  // refused: does not conform
  static let kind = "refused.withoutContext"

  static func fold(_ state: inout Self?, _ event: WithoutContextEvent) {}
}

enum WithoutContextEvent: CodableEntityEvent {
  case made
}

struct WithContext: Entity, CodablePayload {  // refused: does not conform to protocol 'Entity'
  static let kind = "refused.withContext"

  static func fold(_ state: inout Self?, _ event: WithContextEvent, in context: EventContext) {}
}

enum WithContextEvent: CodableEntityEvent {
  case made
}
