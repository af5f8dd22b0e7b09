#if os(Linux)
  /// The files of one directory at one moment of a recording, and what a power cut may leave of them.
  struct Disk {
    private enum Naming {
      case link(String, Int)
      case unlink(String)
    }

    private var files: [Int: DiskFile] = [:]
    private var names: [String: Int] = [:]
    /// What no flush of the directory has followed, with the number of its record.
    private var pendingNames: [(number: Int, naming: Naming)] = []

    /// A disk with `files`, of which there may be one data file and no other that is written.
    init(_ files: [String: [UInt8]] = [:]) {
      guard let data = files["data.mdb"] else { return }
      names["data.mdb"] = 1
      self.files[1] = DiskFile(durable: data)
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
          DiskFile.Write(number: number, start: Int(record.number), bytes: record.bytes))
      case .flushed where record.file == 0:
        let flushed = pendingNames.prefix { $0.number < Int(record.number) }
        for (_, naming) in flushed { Self.apply(naming, to: &names) }
        pendingNames.removeFirst(flushed.count)
      case .flushed: files[record.file]?.flush(before: Int(record.number))
      case .written: files[record.file]?.flush(write: Int(record.number))
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

    private static func apply(_ naming: Naming, to names: inout [String: Int]) {
      switch naming {
      case .link(let name, let file): names[name] = file
      case .unlink(let name): names[name] = nil
      }
    }
  }
#endif
