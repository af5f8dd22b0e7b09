internal import Daybook
internal import Interchange
internal import Nursery

/// The columns of the entries of one kind.
struct EntryTable: Sendable {
  /// What the command line calls the kind.
  let word: String
  let names: [String]
  private let cells: @Sendable (any NurseryEntry) -> [TableCell]

  private init<E: NurseryEntry>(_ word: String, _ columns: [TableColumn<E>]) {
    self.word = word
    names = columns.flatMap(\.names)
    cells = { entry in (entry as? E).map { [TableCell](columns, $0) } ?? [] }
  }

  /// The cells of an entry of the kind.
  func callAsFunction(_ entry: any NurseryEntry) -> [TableCell] { cells(entry) }

  static func of(_ kind: EntryKind) -> EntryTable {
    switch kind {
    case .feed: feed
    case .diaper: diaper
    case .sleep: sleep
    case .pumping: pumping
    case .activity: activity
    case .measurement: measurement
    case .medication: medication
    case .note: note
    case .customEvent: event
    }
  }

  // MARK: Kinds

  private static let feed = EntryTable(
    "feed",
    [TableColumn<FeedSession>.time("start") { $0.start }, .time("end") { $0.end }]
      + [
        .amount("amount") { $0.amount }, .text("content") { $0.content.rawValue },
        .text("route") { $0.route.rawValue },
      ] + ending())

  private static let diaper = EntryTable(
    "diaper",
    [
      TableColumn<DiaperChange>.time("time") { $0.time }, TableColumn("wet") { .bool($0.wet) },
      TableColumn("solid") { .bool($0.solid) }, .text("color") { $0.color },
      .amount("amount") { $0.amount.map { Amount($0, unitText: nil) } },
    ] + ending())

  private static let sleep = EntryTable(
    "sleep",
    interval() + [TableColumn<SleepSession>("nap") { TableCell($0.details.nap) }] + ending())

  private static let pumping = EntryTable(
    "pumping",
    interval()
      + [
        TableColumn<PumpingSession>.amount("amount") { $0.details.amount },
        .amount("left") { $0.details.left }, .amount("right") { $0.details.right },
      ] + ending())

  private static let activity = EntryTable(
    "activity",
    interval()
      + [
        TableColumn<ActivitySession>.text("activity") { $0.details.activity.rawValue },
        .text("text") { $0.details.text },
      ] + ending())

  private static let measurement = EntryTable(
    "measurement",
    [
      TableColumn<BodyMeasurement>.time("start") { $0.details.toldDay == nil ? $0.start : nil },
      .text("day") { $0.details.toldDay?.description },
      .text("measure") { $0.details.measure.rawValue },
      TableColumn("value") { .number($0.details.value) }, .text("unit") { $0.details.unitText },
    ] + ending())

  private static let medication = EntryTable(
    "medication",
    [
      TableColumn<MedicationDose>.time("start") { $0.start }, .text("name") { $0.details.name },
      .amount("dosage") { $0.details.dosage },
      TableColumn("next") { TableCell($0.details.nextDoseInterval) },
    ] + ending())

  private static let note = EntryTable(
    "note",
    [TableColumn<Note>.time("start") { $0.start }, .text("image") { $0.details.image }] + ending())

  private static let event = EntryTable(
    "event",
    [
      TableColumn<CustomEvent>.time("start") { $0.start }, .text("name") { $0.details.name },
      .text("emoji") { $0.details.emoji },
    ] + ending())

  private static func interval<D: EntryDetails>() -> [TableColumn<Entry<D>>] {
    [.time("start") { $0.start }, .time("end") { $0.end }]
  }

  private static func ending<E: NurseryEntry>() -> [TableColumn<E>] {
    [
      .text("memo") { $0.memo }, TableColumn("tags") { .list($0.tags) },
      TableColumn("photos") {
        $0.attachments.isEmpty ? TableCell.none : TableCell.list($0.attachments.map(\.description))
      },
      .source { $0.source },
    ]
  }
}

/// Entries as rows: those of one kind with its columns, those of all kinds with the columns of all.
struct EntryRows: Sendable {
  let names: [String]
  private let babies: [UUID: String]
  /// Where the columns of each kind stand; nil for kinds that are left out.
  private let places: [EntryKind: [Int]]

  private static let head = ["id", "kind", "baby", "babyName"]

  /// - Parameter kind: nil for all.
  init(_ kind: EntryKind?, _ babies: [UUID: String]) {
    self.babies = babies
    let kinds = kind.map { [$0] } ?? EntryKind.allCases
    let (names, places) = Self.layout(kinds)
    (self.names, self.places) = (names, places)
  }

  static func names(of kind: EntryKind?) -> [String] { EntryRows(kind, [:]).names }

  /// What all kinds have at their ends, memo and what follows, stands at the end.
  private static func layout(_ kinds: [EntryKind]) -> ([String], [EntryKind: [Int]]) {
    var names = head
    let ending = ["memo", "tags", "photos", "source.provider", "source.table", "source.id"]
    for name in kinds.flatMap({ EntryTable.of($0).names }) where !ending.contains(name) {
      if !names.contains(name) { names.append(name) }
    }
    names += ending
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let places = kinds.map { kind in
      (kind, EntryTable.of(kind).names.compactMap { numbers[$0] })
    }
    return (names, Dictionary(uniqueKeysWithValues: places))
  }

  /// The row of an entry; nil for one of a kind that is left out.
  func row(_ id: UUID, _ entry: HistoryEntry) -> [TableCell]? {
    let entry = entry.entry
    let kind = type(of: entry).entryKind
    guard let places = places[kind] else { return nil }
    let table = EntryTable.of(kind)
    var cells = Array(repeating: TableCell.none, count: names.count)
    cells[0] = .text(id.uuidString)
    cells[1] = .text(table.word)
    cells[2] = TableCell(entry.baby?.uuidString)
    cells[3] = TableCell(entry.baby.flatMap { babies[$0] })
    for (place, cell) in zip(places, table(entry)) { cells[place] = cell }
    return cells
  }
}
