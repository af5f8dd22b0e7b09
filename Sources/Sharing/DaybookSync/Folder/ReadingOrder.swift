internal import Daybook

/// In which order the files of a folder can be read: each after those that it needs.
///
/// O(n log n) for n files, in whatever order their names are: a file that needs something waits
/// until just that is there.
struct ReadingOrder {
  /// What can be read, by somebody who has what the order began with; last what says to hold the
  /// same as what comes before it, for when that is refused.
  private(set) var paths: [String] = []
  /// What somebody has who has read all that can be read.
  private(set) var vector: VersionVector

  private typealias File = (path: String, before: VersionVector, after: VersionVector)

  /// Files that lack something of a writer, and up to where; the one that lacks the least last.
  private var waiting: [ReplicaID: [(sequence: UInt64, file: File)]] = [:]

  /// - Parameters:
  ///   - vector: what the reader has; files that bring nothing new are left out.
  ///   - segments: what must be there before each file, and what is there after it.
  init(
    from vector: VersionVector,
    of segments: [String: Segment.Extent]
  ) {
    self.vector = vector
    var same: [String] = []
    var next =
      segments.sorted { $0.key > $1.key }.map { ($0.key, $0.value.before, $0.value.after) }
      as [File]
    while let file = next.popLast() {
      if let lacked = self.vector.firstLacking(file.before) {
        wait(file, for: lacked.replica, lacked.sequence)
        continue
      }
      if self.vector.covers(file.after) {
        if !vector.covers(file.after) { same.append(file.path) }
        continue
      }
      paths.append(file.path)
      for (replica, sequence) in file.after.sequences.sorted(by: { $0.key < $1.key })
      where sequence > self.vector[replica] {
        self.vector[replica] = sequence
        next += wake(replica, sequence)
      }
    }
    paths += same
  }

  private mutating func wait(_ file: File, for replica: ReplicaID, _ sequence: UInt64) {
    var files = waiting.removeValue(forKey: replica) ?? []
    // The first that waits for less.
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if files[middle].sequence < sequence { high = middle } else { low = middle + 1 }
    }
    files.insert((sequence, file), at: low)
    waiting[replica] = files
  }

  /// The files that waited for what is there now.
  private mutating func wake(_ replica: ReplicaID, _ sequence: UInt64) -> [File] {
    guard var files = waiting.removeValue(forKey: replica) else { return [] }
    var woken: [File] = []
    while let last = files.last, last.sequence <= sequence {
      woken.append(last.file)
      files.removeLast()
    }
    if !files.isEmpty { waiting[replica] = files }
    return woken
  }
}

extension VersionVector {
  /// The first writer, in the order of the replicas, of whom another vector stands for more, and
  /// up to where: the same in every run.
  fileprivate func firstLacking(_ other: VersionVector) -> Dot? {
    var first: Dot?
    for (replica, sequence) in other.sequences where sequence > self[replica] {
      if first.map({ replica < $0.replica }) ?? true {
        first = Dot(replica: replica, sequence: sequence)
      }
    }
    return first
  }
}
