/// The part of a transaction's record that travels, as far as this version knows it.
struct TravellingHeader {
  var sequence: UInt64 = 0
  var time = HybridTime.distantPast
  var wallTime = Date(timeIntervalSinceReferenceDate: 0)
  var author: String?
  var context: String?
  var process: String?
  /// The declared time of the stamps, when it is earlier than `time`.
  var stampTime: HybridTime?
  /// The version of the writer's schema; 0 when it has none.
  var schemaVersion: UInt64 = 0
  /// The transaction that began the undo group, when it is another one.
  var group: Dot?
  /// Whose undo takes it back, where that is somebody else than the author; empty for nobody's.
  var undoAuthor: String?

  /// The number of the last field that this version knows.
  static let lastField = 11

  init() {}

  /// The header of a stored transaction.
  ///
  /// - Throws: `StoreError.damaged`.
  init(_ bytes: BorrowedBytes, of number: UInt64) throws {
    self.init()
    do { try read(bytes) } catch {
      throw StoreError.damaged(
        "the header of transaction \(number) cannot be read: \(error)", cause: error)
    }
  }

  mutating func read(_ bytes: BorrowedBytes) throws {
    var reader = PayloadReader(bytes.bytes)
    var (groupReplica, groupSequence): (UUID?, UInt64) = (nil, 0)
    while let field = try reader.next() {
      switch field {
      case 1: sequence = try reader.uint()
      case 2: time = HybridTime(rawValue: try reader.fixed())
      case 3: wallTime = try reader.date()
      case 4: author = try reader.string()
      case 5: context = try reader.string()
      case 6: process = try reader.string()
      case 7: stampTime = HybridTime(rawValue: try reader.fixed())
      case 8: schemaVersion = try reader.uint()
      case 9: groupReplica = try reader.uuid()
      case 10: groupSequence = try reader.uint()
      case 11: undoAuthor = try reader.string()
      default: break
      }
    }
    group = groupReplica.map { Dot(replica: ReplicaID($0), sequence: groupSequence) }
  }

  /// Writes the fields that this version knows.
  func encode(into writer: inout PayloadWriter) {
    writer.uint(1, sequence)
    writer.fixed(2, time.rawValue)
    writer.date(3, wallTime)
    writer.string(4, author)
    writer.string(5, context)
    writer.string(6, process)
    if let stampTime { writer.fixed(7, stampTime.rawValue) }
    if schemaVersion > 0 { writer.uint(8, schemaVersion) }
    if let group {
      writer.uuid(9, group.replica.uuid)
      writer.uint(10, group.sequence)
    }
    writer.string(11, undoAuthor)
  }
}
