import Synchronization

/// What a command has said on standard error of times that it was given, which its JSON says too.
enum TimeNotes {
  private static let told = Mutex<[String]>([])

  /// Says it on standard error, and keeps it.
  static func tell(_ note: String) {
    Terminal.error(note)
    told.withLock { $0.append(note) }
  }

  /// The key `timeNotes` of an object; nothing where every time was clear.
  static var json: [String: JSON.Value] {
    let notes = told.withLock { $0 }
    return notes.isEmpty ? [:] : ["timeNotes": .list(notes.map { .text($0) })]
  }
}
