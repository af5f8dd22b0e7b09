/// What reads bytes that somebody else may have made, each with the laws that must hold for any
/// bytes.
///
/// A target must neither trap nor run long, whatever it is given; a law that does not hold traps,
/// so that a fuzzer notices. The tests replay the corpus and change it at random; `make fuzz` lets
/// libFuzzer look for bytes that reach new code.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Payloads, field by field.
  case payload
  /// Transactions that travel, without a store.
  case message
  /// Transactions that travel, taken in by a store.
  case absorb
  /// Rows of the log's tables behind right checksums.
  case record
  /// Keys of projections' rows.
  case key
  /// Manifests of snapshot folders.
  case manifest
  /// Files of the inbox.
  case inbox
  /// Files of BabyDashboard and Baby Buddy.
  case csv
  /// Files of other apps, and pages of Baby Buddy's API.
  case neighbour
  /// Logs as files, and manifests of backups.
  case log
  /// Whole imports.
  case imports
  /// Payloads of the Codable tier that an upcaster changes.
  case json
  /// Pages of another member, taken in by a store.
  case page
  /// Pages that a hostile member has signed.
  case member
  /// Files of a shared folder, requests and invitations.
  case segment

  /// Reads `bytes`; traps when a law is broken.
  func run(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .payload: PayloadFuzz.run(bytes)
    case .message: MessageFuzz.run(bytes)
    case .absorb: AbsorbFuzz.run(bytes)
    case .record: RecordFuzz.run(bytes)
    case .key: KeyFuzz.run(bytes)
    case .manifest: ManifestFuzz.run(bytes)
    case .inbox: InboxFuzz.run(bytes)
    case .csv: CSVFuzz.run(bytes)
    case .neighbour: NeighbourFuzz.run(bytes)
    case .log: LogFileFuzz.run(bytes)
    case .imports: ImportFuzz.run(bytes)
    case .json: JSONFuzz.run(bytes)
    case .page, .member, .segment: runSync(bytes)
    }
  }

  /// What replication reads; nothing without its trait.
  private func runSync(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .page: PageFuzz.run(bytes)
    case .member: MemberFuzz.run(bytes)
    default: SegmentFuzz.run(bytes)
    }
  }
}

/// Traps with a sentence unless a law holds, also in release builds.
func law(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  guard holds else { fatalError(sentence()) }
}
