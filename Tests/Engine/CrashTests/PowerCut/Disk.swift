/// The files of one directory at one moment of a recording, and what a power cut may leave of
/// them.
struct Disk {
  private enum Naming {
    case link(String, UInt64)
    case unlink(String)
  }

  private var files: [UInt64: DiskFile] = [:]
  private var names: [String: UInt64] = [:]
  /// What no flush of the directory has followed, with the number of its record.
  private var pendingNames: [(number: Int, naming: Naming)] = []

  /// A disk with `files`, whose inodes will be those that the recording has for these names.
  init(_ files: [String: [UInt8]] = [:], _ recording: Recording) {
    for record in recording.records where record.kind == .link {
      guard let bytes = files[record.text], names[record.text] == nil else { continue }
      names[record.text] = record.file
      self.files[record.file] = DiskFile(durable: bytes)
    }
  }

  /// Whether nothing depends on what the disk has come to write.
  var isSettled: Bool { pendingNames.isEmpty && files.values.allSatisfy(\.pending.isEmpty) }

  /// Goes on by one record, which has the number `number`.
  mutating func apply(_ record: Recording.Record, number: Int) {
    switch record.kind {
    case .link: pendingNames.append((number, .link(record.text, record.file)))
    case .unlink: pendingNames.append((number, .unlink(record.text)))
    case .write:
      files[record.file, default: DiskFile()].write(
        DiskFile.Write(number: number, start: record.number, bytes: record.bytes))
    case .flushed where record.file == 0, .whollyFlushed where record.file == 0:
      let flushed = pendingNames.prefix { $0.number < record.number }
      for (_, naming) in flushed { Self.apply(naming, to: &names) }
      pendingNames.removeFirst(flushed.count)
    case .flushed, .whollyFlushed: files[record.file]?.flush(before: record.number)
    case .written: files[record.file]?.flush(write: record.number)
    case .flush, .said: break
    }
  }

  /// The files by their names after a power cut.
  func image(_ survival: Survival) -> [String: [UInt8]] {
    var names = names
    for (_, naming) in pendingNames.prefix(survival.names(of: pendingNames.count)) {
      Self.apply(naming, to: &names)
    }
    return names.mapValues { number in
      let file = files[number] ?? DiskFile()
      return file.image { survival.keeps($0, of: file.pending.count, sector: $1) }
    }
  }

  private static func apply(_ naming: Naming, to names: inout [String: UInt64]) {
    switch naming {
    case .link(let name, let file): names[name] = file
    case .unlink(let name): names[name] = nil
    }
  }
}
