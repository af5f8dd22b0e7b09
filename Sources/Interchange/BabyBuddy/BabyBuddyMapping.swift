internal import Daybook
internal import Foundation
internal import Nursery

extension BabyBuddyChild {
  /// The profile; made when the child's first entry was, or at birth.
  func profile(in export: BabyBuddyExport) -> BabyProfile {
    let feeds = export.feedings.lazy.filter { $0.childID == id }.map(\.start)
    let diapers = export.diapers.lazy.filter { $0.childID == id }.map(\.time)
    let first = [feeds.min(), diapers.min()].compactMap(\.self).min()
    return BabyProfile(
      name: name, createdAt: first ?? Date(timeIntervalSinceReferenceDate: 0),
      birthDate: birthDate.map { "\($0)" }, birthTime: birthTime,
      source: source.reference(table: "child"))
  }
}

extension BabyBuddyFeeding {
  /// The feed; nothing of type and method is merged.
  func feed(babies: [String: UUID], volume: VolumeUnit) -> FeedSession {
    FeedSession(
      baby: childID.flatMap { babies[$0] }, start: start, end: end,
      amount: amount.map { Amount($0, unitText: volume.rawValue) },
      content: content(type), route: route(method), memo: notes.isEmpty ? nil : notes,
      tags: tagNames, source: source.reference(table: "feeding"))
  }

  private func content(_ text: String) -> FeedContent {
    switch text {
    case "breast milk": .breastMilk
    case "formula": .formula
    case "fortified breast milk": .fortifiedBreastMilk
    case "solid food": .solidFood
    default: .other(text)
    }
  }

  private func route(_ text: String) -> FeedRoute {
    switch text {
    case "bottle": .bottle
    case "left breast": .breast(.left)
    case "right breast": .breast(.right)
    case "both breasts": .breast(.both)
    case "parent fed": .parentFed
    case "self fed": .selfFed
    default: .other(text)
    }
  }
}

extension BabyBuddyDiaper {
  /// The diaper change; wet and solid stay two facts.
  func diaper(babies: [String: UUID]) -> DiaperChange {
    DiaperChange(
      baby: childID.flatMap { babies[$0] }, time: time, wet: wet, solid: solid,
      color: color.flatMap { $0.isEmpty ? nil : $0 }, amount: amount,
      memo: notes.isEmpty ? nil : notes, tags: tagNames,
      source: source.reference(table: "diaperchange"))
  }
}

extension SourceRow {
  fileprivate func reference(table: String) -> SourceReference {
    SourceReference(provider: BabyBuddyFolder.provider, table: table, id: sourceID)
  }
}

extension FeedEvent {
  /// The whole entry, when the event is one.
  var recorded: FeedSession? { if case .recorded(let feed) = self { feed } else { nil } }
}

extension DiaperEvent {
  /// The whole entry, when the event is one.
  var recorded: DiaperChange? { if case .recorded(let diaper) = self { diaper } else { nil } }
}

extension BabyEvent {
  /// The whole profile, when the event is one.
  var recorded: BabyProfile? { if case .created(let profile) = self { profile } else { nil } }
}
