internal import LMDB

/// The interned names of a store: kinds, event types, authors, contexts, processes.
///
/// A row of the table `names` is a CRC-32C (of its number and the rest) and a payload: 1 sort,
/// 2 text, 3 version and 4 number of the kind for event types. Numbers start at 1 and never change.
struct Names {
  enum Sort: UInt8 {
    case kind = 1
    case eventType = 2
    case author = 3
    case context = 4
    case process = 5
  }

  struct Name: Hashable {
    var sort: UInt8
    var text: String
    var version: UInt64 = 0
    var kind: UInt32 = 0

    /// By their bytes, which travel: texts may look alike and be written in several ways.
    static func == (one: Name, other: Name) -> Bool {
      one.sort == other.sort && one.version == other.version && one.kind == other.kind
        && one.text.isWritten(as: other.text)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(sort)
      hasher.combine(version)
      hasher.combine(kind)
      var text = text
      // Safety: the bytes are used during the call.
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private(set) var all: [Name] = []
  private var numbers: [Name: UInt32] = [:]

  /// The name with `number`; nil when there is none.
  subscript(number: UInt32) -> Name? {
    number > 0 && number <= all.count ? all[Int(number) - 1] : nil
  }

  func number(_ name: Name) -> UInt32? { numbers[name] }

  mutating func add(_ name: Name) {
    all.append(name)
    numbers[name] = UInt32(all.count)
  }

  mutating func truncate(to count: Int) {
    while all.count > count { numbers[all.removeLast()] = nil }
  }

  /// Reads the rows that are not here yet.
  mutating func load(
    _ transaction: borrowing BorrowedTransaction, _ table: Table<IntegerOrder>
  ) throws {
    var cursor = try transaction.cursor(table)
    var found = try cursor.seek(UInt64(all.count) + 1)
    while found {
      let number = cursor.key
      let name = cursor.value.withUnsafeBytes { Self.decode($0, number: number) }
      guard let name, number == UInt64(all.count) + 1 else {
        throw StoreError.damaged("the name with number \(number) is damaged")
      }
      add(name)
      found = try cursor.next()
    }
  }

  static func encode(_ name: Name, number: UInt64, into writer: inout PayloadWriter) {
    writer.truncate()
    writer.raw(UInt32(0))
    writer.uint(1, UInt64(name.sort))
    writer.string(2, name.text)
    if name.version > 0 { writer.uint(3, name.version) }
    if name.kind > 0 { writer.uint(4, UInt64(name.kind)) }
    writer.seal(number: number)
  }

  static func decode(_ bytes: BorrowedBytes, number: UInt64) -> Name? {
    guard bytes.count >= 4, Checksum.crc32c(number, bytes.from(4)) == bytes.load(0, as: UInt32.self)
    else { return nil }
    var name = Name(sort: 0, text: "")
    var reader = PayloadReader(bytes.from(4).bytes)
    do {
      while let field = try reader.next() {
        switch field {
        case 1: name.sort = UInt8(truncatingIfNeeded: try reader.uint())
        case 2: name.text = try reader.string()
        case 3: name.version = try reader.uint()
        case 4: name.kind = UInt32(truncatingIfNeeded: try reader.uint())
        default: break
        }
      }
    } catch {
      return nil
    }
    return name
  }
}
