import Daybook

// snippet: attachments-domain
struct Postcard: Entity, CodablePayload {
  static let kind = "postcard"
  var text = ""
  var picture: Attachment?

  static func fold(_ card: inout Postcard?, _ event: PostcardEvent) {
    switch event {
    case .written(let text): card = Postcard(text: text, picture: card?.picture)
    case .pictured(let picture): card?.picture = picture
    }
  }
}

enum PostcardEvent: CodableEntityEvent {
  case written(text: String)
  case pictured(Attachment)
}
// end

// snippet: attachments-add
func addPicture(
  at path: String, to card: ID<Postcard>, in store: EventStore
) async throws {
  let picture = try store.attachments.add(fileAt: path)
  try await store.append { try $0.append(.pictured(picture), to: card) }
}
// end

// snippet: attachments-show
enum Shown: Equatable {
  case picture([UInt8]), onItsWay, damaged
}

func show(_ picture: Attachment, in store: EventStore) throws -> Shown {
  do {
    return .picture(try store.attachments.bytes(of: picture))
  } catch let error as StoreError where error.code == .attachmentMissing {
    return .onItsWay
  } catch let error as StoreError where error.code == .attachmentChanged {
    return .damaged
  }
}
// end

// snippet: attachments-collect
func forget(before token: History.Token, in store: EventStore) async throws -> Int {
  try await store.purge(before: token)
  return try await store.attachments.collect().files
}
// end
