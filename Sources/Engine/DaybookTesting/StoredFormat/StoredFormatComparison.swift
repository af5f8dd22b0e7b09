internal import Daybook

/// What differs between the stored format of a file and the one of now.
struct StoredFormatComparison {
  let then: StoredFormatText
  let now: StoredFormatText
  /// Reads a payload of the file with the types of now.
  let read: (_ type: EventType, _ kind: String, _ payload: [UInt8]) throws -> Void

  var differences: [String] {
    let unreadable = then.lines.compactMap(unreadable)
    return unreadable + then.lines.compactMap(changed) + now.lines.compactMap(added)
  }

  /// An event of the file that the types cannot read any more.
  private func unreadable(_ line: StoredFormatText.Line) -> String? {
    let words = line.subject.split(separator: " ")
    guard words.count == 5, words[0] == "event", words[3] == "example",
      let type = EventType(versioned: words[2]), let payload = [UInt8](hex: line.value)
    else { return nil }
    do {
      try read(type, String(words[1]), payload)
      return nil
    } catch {
      return
        "\(type.versioned) of \(words[1]), as it was stored, cannot be read any more (\(error)): raise the version of \(type.name) to \(type.version + 1) and add an upcaster from \(type.version)"
    }
  }

  private func changed(_ line: StoredFormatText.Line) -> String? {
    let words = line.subject.split(separator: " ").map(String.init)
    guard words.count >= 3, words[3...].first != "example" else { return nil }
    let value = now.value(line.subject)
    if value == line.value { return nil }
    let change = value.map { "was '\(line.value)' and is '\($0)'" } ?? "is gone"
    switch (words[0], words[words.count - 1]) {
    case ("event", _): return event(words[1], words[2], change)
    case ("kind", "state"):
      if isRaised("kind \(words[1]) revision") { return nil }
      return
        "the state of \(words[1]) \(change): raise the revision of \(words[1]), which folds it anew"
    case ("kind", "reads"): return reads(words[1], line.value, value ?? "")
    case ("projection", "digest"), ("projection", "tables"):
      if isRaised("projection \(words[1]) revision") { return nil }
      if now.value("projection \(words[1]) parameters")
        != then.value("projection \(words[1]) parameters")
      {
        return nil
      }
      return
        "projection \(words[1]): its \(words[2]) over the example \(change): raise its revision, which builds the rows anew"
    default: return "\(line.subject) \(change): if that is meant, have the file written anew"
    }
  }

  private func event(_ kind: String, _ type: String, _ change: String) -> String? {
    // What is not written any more is read by an upcaster, or missed by `reads`.
    if now.value("event \(kind) \(type) fields") == nil { return nil }
    return
      "the fields of \(type) of \(kind): \(change): raise its version and add an upcaster, unless older events, which have the fields of before, are read as they should be; then have the file written anew"
  }

  private func reads(_ kind: String, _ old: String, _ new: String) -> String? {
    let gone = Set(old.split(separator: " ")).subtracting(new.split(separator: " ")).sorted()
    guard !gone.isEmpty else { return nil }
    return
      "\(gone.joined(separator: ", ")) of \(kind) cannot be read any more, and stored ones would be left out: keep the name and the version, or add an upcaster"
  }

  private func added(_ line: StoredFormatText.Line) -> String? {
    let words = line.subject.split(separator: " ")
    guard then.value(line.subject) == nil, words.count < 5 else { return nil }
    return "\(line.subject) is new: have the file written anew"
  }

  private func isRaised(_ subject: String) -> Bool {
    guard let old = then.value(subject).flatMap(Int.init), let new = now.value(subject) else {
      return false
    }
    return Int(new).map { $0 > old } ?? false
  }
}
