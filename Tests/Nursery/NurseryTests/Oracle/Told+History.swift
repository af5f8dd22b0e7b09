import Nursery

extension Told {
  /// What a row of the history tells, property by property.
  init(_ entry: HistoryEntry) {
    switch entry {
    case .feed(let feed): self.init(feed)
    case .diaper(let change): self.init(change)
    case .sleep(let sleep):
      self.init(.sleep, sleep)
      nap = sleep.details.nap
    case .pumping(let pumping):
      self.init(.pumping, pumping)
      amount = pumping.details.amount
      left = pumping.details.left
      right = pumping.details.right
    case .activity(let activity):
      self.init(.activity, activity)
      name = activity.details.activity.rawValue
      text = activity.details.text
    case .measurement(let measurement):
      self.init(.measurement, measurement)
      name = measurement.details.measure.rawValue
      value = measurement.details.value
      text = measurement.details.unitText
      toldDay = measurement.details.toldDay
    case .medication(let dose):
      self.init(.medication, dose)
      name = dose.details.name
      amount = dose.details.dosage
      interval = dose.details.nextDoseInterval
    case .note(let note):
      self.init(.note, note)
      text = note.details.image
    case .customEvent(let event):
      self.init(.customEvent, event)
      name = event.details.name
      emoji = event.details.emoji
    }
  }

  init(_ feed: FeedSession) {
    self.init(.feed, start: feed.start)
    baby = feed.baby
    end = feed.end
    memo = feed.memo
    tags = feed.tags
    source = feed.source
    isDeleted = feed.isDeleted
    amount = feed.amount
    content = feed.content
    route = feed.route
    typeText = feed.typeText
  }

  init(_ change: DiaperChange) {
    self.init(.diaper, start: change.time)
    baby = change.baby
    memo = change.memo
    tags = change.tags
    source = change.source
    isDeleted = change.isDeleted
    typeText = change.typeText
    wet = change.wet
    solid = change.solid
    color = change.color
    size = change.amount
  }

  private init<Details>(_ kind: EntryKind, _ entry: Entry<Details>) {
    self.init(kind, start: entry.start)
    baby = entry.baby
    end = entry.end
    memo = entry.memo
    tags = entry.tags
    source = entry.source
    isDeleted = entry.isDeleted
  }
}
