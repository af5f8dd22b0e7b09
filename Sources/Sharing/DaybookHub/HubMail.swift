internal import Daybook
internal import DaybookSnapshot
internal import DaybookSync
internal import Foundation

/// Boxes in which an owner and a device that joins leave letters for each other: one each, for a
/// day.
///
/// The hub can read the letters, and change none: each bears a code by a secret that is in the link
/// and that the hub never gets. Nobody can replace a letter that is there.
final class HubMail: Sendable {
  /// How long a box is open, in seconds.
  private static let patience = 86_400.0
  /// By how many seconds a clock may be set back while a box is open.
  private static let setback = 3_600.0
  private static let open = "open"
  /// How many boxes there are at most within a day, with those that are answered.
  private static let most = 1_000

  private let path: String
  private let limits: HubLimits
  /// One at a time: what closes a box must not pass what answers in it.
  private let turn = NSLock()

  init(at path: String, _ limits: HubLimits) { (self.path, self.limits) = (path, limits) }

  /// Opens a box for a day.
  ///
  /// - Throws: `SyncError.notPermitted` when the space has as many as it may.
  func open(_ box: [UInt8], of space: UUID, at now: Date) throws {
    try inTurn {
      let folder = self.folder(space)
      _ = try folder.make()
      try sweep(folder, now)
      let names = Set(try folder.names())
      let boxes = names.filter { $0.hasSuffix(Self.open) }.map { $0.prefix { $0 != "." } }
      let waiting = boxes.count { !names.contains(Self.answer(in: String($0))) }
      guard waiting < limits.boxes else {
        throw SyncError(
          .notPermitted,
          "\(waiting) links are open; each is closed after a day, or by `sync uninvite`")
      }
      guard boxes.count < Self.most else {
        throw SyncError(
          .notPermitted, "\(boxes.count) links were used within a day; try again in some hours")
      }
      let until = Int64(now.timeIntervalSince1970 + Self.patience)
      _ = try folder.add(Self.name(box, Self.open), Array("\(until)".utf8))
      try folder.flush()
    }
  }

  /// Closes a box, with the letters in it.
  ///
  /// - Throws: `HubRefusal.noBox`; `answered` where whoever asked is a member, who may not have
  ///   heard of it yet.
  func close(_ box: [UInt8], of space: UUID, at now: Date) throws {
    try inTurn {
      let folder = self.folder(space)
      try requireOpen(box, folder, now)
      let names = try folder.names()
      if names.contains(Self.answer(in: box.hexadecimal)) { throw HubRefusal.answered }
      try remove(names, of: box.hexadecimal + ".", from: folder)
      try folder.flush()
    }
  }

  /// Closes all boxes of a space but those with an answer, in which nobody can put anything.
  func closeAll(of space: UUID) throws {
    try inTurn {
      let folder = self.folder(space)
      _ = try folder.make()
      let names = try folder.names()
      let boxes = Set(names.map { $0.prefix { $0 != "." } })
      for box in boxes where !names.contains(Self.answer(in: String(box))) {
        try remove(names, of: "\(box).", from: folder)
      }
      try folder.flush()
    }
  }

  /// Removes what a box has, first what says that it is open.
  private func remove(_ names: [String], of box: String, from folder: AtomicFolder) throws {
    let own = names.filter { $0.hasPrefix(box) }
    for name in own where name.hasSuffix(Self.open) { try folder.remove(name) }
    for name in own where !name.hasSuffix(Self.open) { try folder.remove(name) }
  }

  /// Puts a letter into an open box.
  ///
  /// - Throws: `HubRefusal.noBox`; `SyncError.notPermitted` when there is a letter of its sort.
  func put(_ letter: BoxLetter, of space: UUID, at now: Date) throws {
    try inTurn {
      let folder = self.folder(space)
      try requireOpen(letter.box, folder, now)
      let name = Self.name(letter.box, letter.sort.rawValue)
      if try folder.add(name, letter.bytes) { return try folder.flush() }
      // The same one again: the answer to the first time was lost.
      guard try folder.read(name, limit: 8_192) == letter.bytes else {
        throw SyncError(.notPermitted, "the link was used already; ask who sent it for another one")
      }
    }
  }

  /// The letters in an open box.
  ///
  /// - Throws: `HubRefusal.noBox`.
  func letters(in box: [UInt8], of space: UUID, at now: Date) throws -> BoxLetters {
    try inTurn {
      let folder = self.folder(space)
      try requireOpen(box, folder, now)
      let letters = try BoxLetter.Sort.allCases.compactMap { sort in
        try folder.read(Self.name(box, sort.rawValue), limit: 8_192)
          .map { try BoxLetter(bytes: $0) }
      }
      return BoxLetters(letters)
    }
  }

  private func requireOpen(_ box: [UInt8], _ folder: AtomicFolder, _ now: Date) throws {
    // Of files that cannot be read nobody knows whether the box is open.
    let until = try folder.read(Self.name(box, Self.open), limit: 64)
    guard let until, Self.isOpen(until, at: now) else { throw HubRefusal.noBox }
  }

  /// Whether a box that says to be open until then is. An end that lies further ahead than a box is
  /// open for was written by a clock that was ahead, and is none.
  private static func isOpen(_ until: [UInt8], at now: Date) -> Bool {
    guard let end = Double(String(decoding: until, as: UTF8.self)) else { return false }
    let left = end - now.timeIntervalSince1970
    return left > 0 && left <= patience + setback
  }

  /// Removes the boxes whose day is over.
  private func sweep(_ folder: AtomicFolder, _ now: Date) throws {
    let names = try folder.names()
    for name in names where name.hasSuffix(Self.open) {
      let box = String(name.dropLast(Self.open.count))
      if let until = try folder.read(name, limit: 64), Self.isOpen(until, at: now) { continue }
      try remove(names, of: box, from: folder)
    }
  }

  private func inTurn<R>(_ body: () throws -> R) throws -> R {
    try turn.withLock { try SyncError.asPeer(body) }
  }

  private func folder(_ space: UUID) -> AtomicFolder {
    AtomicFolder(path: "\(path)/\(space.uuidString.lowercased())")
  }

  private static func name(_ box: [UInt8], _ end: String) -> String {
    box.hexadecimal + "." + end
  }

  private static func answer(in box: String) -> String {
    box + "." + BoxLetter.Sort.answer.rawValue
  }
}
