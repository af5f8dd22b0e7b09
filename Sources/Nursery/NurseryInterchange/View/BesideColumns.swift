internal import Daybook
internal import Interchange
internal import Nursery

/// The columns of what stands beside the entries.
enum BesideColumns {
  /// A tag, how many entries have it, and when its newest one was.
  struct UsedTag {
    let name: String
    let count: Int
    let last: Date?
  }

  /// One of several entries that cannot all be right.
  struct Disputed {
    let number: Int
    let sort: String
    let kind: EntryKind
    let baby: UUID?
    let entry: UUID
  }

  static let profiles: [TableColumn<CurrentProfile>] = [
    .id("id") { $0.id }, .text("name") { $0.profile.name }, .text("born") { $0.profile.birthDate },
    .text("birthTime") { $0.profile.birthTime },
    TableColumn("feedTerm") { .number($0.profile.feedTerm) },
    .text("sex") { $0.profile.sex }, .text("zone") { $0.profile.zone },
    .text("feedingStyle") { $0.profile.feedingStyle },
    .time("created") { $0.profile.createdAt }, .source { $0.profile.source },
  ]

  static let tags: [TableColumn<UsedTag>] = [
    .text("tag") { $0.name }, .count("count") { Int64($0.count) }, .time("lastUsed") { $0.last },
  ]

  static func conflicts(_ babies: [UUID: String]) -> [TableColumn<Disputed>] {
    [
      .count("conflict") { Int64($0.number) }, .text("sort") { $0.sort },
      .text("kind") { EntryTable.of($0.kind).word }, .id("id") { $0.entry },
      .id("baby") { $0.baby }, .text("babyName") { $0.baby.flatMap { babies[$0] } },
    ]
  }

  static let types: [TableColumn<Identified<CustomEventType>>] = [
    .id("id") { $0.id }, .text("name") { $0.value.name }, .text("emoji") { $0.value.emoji },
    .time("created") { $0.value.createdAt },
  ]

  static func items(_ babies: [UUID: String]) -> [TableColumn<Identified<ChecklistItem>>] {
    [
      .id("id") { $0.id }, .id("baby") { $0.value.baby },
      .text("babyName") { $0.value.baby.flatMap { babies[$0] } },
      .text("name") { $0.value.name }, .text("emoji") { $0.value.emoji },
      .time("created") { $0.value.createdAt },
    ]
  }

  static func timers(_ babies: [UUID: String]) -> [TableColumn<Identified<RunningTimer>>] {
    [
      .id("id") { $0.id }, .id("baby") { $0.value.baby },
      .text("babyName") { $0.value.baby.flatMap { babies[$0] } },
      .text("name") { $0.value.name }, .time("start") { $0.value.start },
      .text("user") { $0.value.user },
    ]
  }
}
