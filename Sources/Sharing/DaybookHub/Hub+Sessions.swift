internal import Daybook
internal import DaybookSync
internal import Foundation

extension Hub {
  /// Opens a session for a device that has shown who it is.
  func open(_ id: UUID, _ request: SessionRequest) throws -> SessionReply {
    let now = now()
    let hub = identity.key.publicKey
    guard sessions.isGood(request.nonce, at: now) else { throw HubRefusal.staleNonce }
    let opening = request.knows(identity.secret, of: hub, id) ? request.opening : nil
    // A stranger's signature is looked at before anything is looked up or made.
    if let opening, !request.isSigned(by: opening.publicKey, for: hub, id) {
      throw HubRefusal.unknown
    }
    let space: HubSpace
    if let known = try spaces.existing(id) {
      space = known
    } else if let opening, !opening.founderKey.isEmpty {
      space = try spaces.making(id, founder: (opening.founder, opening.founderKey))
      noteNewSpace()
    } else {
      throw HubRefusal.unknown
    }
    let key: [UInt8]
    switch try space.standing(of: request.replica) {
    case .stranger: throw HubRefusal.unknown
    case .member(let member, let isRevoked, _):
      guard request.isSigned(by: member, for: hub, id) else { throw HubRefusal.unknown }
      if isRevoked { throw HubRefusal.revoked }
      key = member
    case .open(let founder):
      if let opening {
        key = opening.publicKey
      } else if let founder, founder.replica == request.replica,
        request.isSigned(by: founder.key, for: hub, id)
      {
        key = founder.key
      } else {
        throw HubRefusal.unknown
      }
    }
    let reply = sessions.open(
      id, request.replica, key: key, opening: opening, nonce: request.nonce, at: now)
    guard let reply else { throw HubRefusal.staleNonce }
    return reply
  }

  /// Checks at every call whether the device is a member yet. Returns what it may do.
  func check(_ session: HubSessions.Session, in space: HubSpace) throws -> SpaceRole {
    switch try space.standing(of: session.replica) {
    case .open(let founder):
      // The space begins with what whoever brought it pushes now.
      return session.opening != nil || founder?.replica == session.replica ? .owner : .reader
    case .stranger: throw HubRefusal.noSession
    case .member(let key, let isRevoked, let role):
      guard key == session.publicKey else { throw HubRefusal.noSession }
      if isRevoked {
        sessions.end(session.replica, in: space.id)
        throw HubRefusal.revoked
      }
      return role
    }
  }
}
