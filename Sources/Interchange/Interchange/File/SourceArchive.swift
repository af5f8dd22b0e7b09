internal import Daybook
internal import DaybookSnapshot
public import Foundation

/// Keeps copies of the files of imports, so that what was imported can be read again whatever
/// becomes of the originals.
///
/// ```swift
/// try SourceArchive(archive).keep(source.originals, now: now, zone: zone)
/// let report = try await Import(source).run(into: store)
/// ```
/// Keep the files before you import them. The mark that an import is complete is in the commit of
/// its last entries, so wherever a process is killed, a store with the mark has the copy.
public struct SourceArchive: Sendable {
  /// The path of the folder, which holds one for each set of files, named after the moment when it
  /// was kept.
  public var folder: String { url.path }

  private let url: URL

  /// Names the folder of an archive; it is made when there is something to keep.
  public init(_ path: String) { url = URL(atPath: path) }

  /// Copies files under their names, flushed to disk; copies nothing when they are there already.
  ///
  /// They are there whole, in a folder such as `2026-11-22_093000`, or not at all. The originals
  /// stay.
  ///
  /// - Returns: the path of the folder that has them.
  /// - Throws: `InterchangeError`: `sourceChanged` when a file is not any more the one that was
  ///   looked at; `unreadableFile`, `unwritableFile`.
  @discardableResult
  public func keep(
    _ files: [SourceFile], now: Date, zone: TimeZone
  ) throws(InterchangeError) -> String {
    if let known = known(files) { return known.path }
    let draft = url.appendingPathComponent(draftName(files), isDirectory: true)
    for file in files { try copy(file, into: draft) }
    var number = 1
    while true {
      let name = Self.name(now, zone, number)
      let whole = url.appendingPathComponent(name, isDirectory: true)
      do {
        // On Linux an empty folder would be replaced.
        guard !FileManager.default.fileExists(atPath: whole.path) else {
          number += 1
          continue
        }
        try FileManager.default.moveItem(at: draft, to: whole)
        for place in [url, url.deletingLastPathComponent()] {
          try AtomicFolder(path: place.path).flush()
        }
        return whole.path
      } catch {
        // Another process may have kept the same files at the same moment.
        if let known = known(files) { return known.path }
        if !FileManager.default.fileExists(atPath: whole.path) { throw .unwritable(name, error) }
      }
    }
  }

  // MARK: What is there

  /// A folder that has all files as they are.
  private func known(_ files: [SourceFile]) -> URL? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
      .map { url.appendingPathComponent($0, isDirectory: true) }
      .first { place in files.allSatisfy { $0.isCopied(to: place) } }
  }

  /// Two processes that keep the same files fill one folder with the same bytes, and one that was
  /// killed is gone on with.
  private func draftName(_ files: [SourceFile]) -> String {
    var digest = FileDigest()
    for file in files { digest.update(Array("\(file.name) \(file.digest)\n".utf8)) }
    return ".partial-\(digest.text.prefix(16))"
  }

  private static func name(_ now: Date, _ zone: TimeZone, _ number: Int) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let time = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
    func digits(_ value: Int?, _ width: Int = 2) -> String { (value ?? 0).padded(width) }
    let day = "\(digits(time.year, 4))-\(digits(time.month))-\(digits(time.day))"
    let clock = digits(time.hour) + digits(time.minute) + digits(time.second)
    return "\(day)_\(clock)\(number > 1 ? "-\(number)" : "")"
  }

  // MARK: Copying

  private func copy(_ file: SourceFile, into draft: URL) throws(InterchangeError) {
    let target = draft.appendingPathComponent(file.name)
    let parent = AtomicFolder(path: target.deletingLastPathComponent().path)
    do { try parent.make() } catch { throw .unwritable(file.name, error) }
    let copy = try NewFile(target)
    let blocks = try file.blocks()
    var digest = FileDigest()
    while let block = try blocks.next() {
      digest.update(block)
      try copy.write(block)
    }
    guard digest.text == file.digest else {
      throw InterchangeError(
        .sourceChanged, file: file.name,
        "\(file.name) has changed while it was copied; import it again.")
    }
    try copy.keep()
    do { try AtomicFolder(path: draft.path).flush() } catch { throw .unwritable(file.name, error) }
  }
}

extension SourceFile {
  /// Whether a folder has a file of this name with these bytes.
  fileprivate func isCopied(to folder: URL) -> Bool {
    let copy = folder.appendingPathComponent(name)
    guard let state = try? FileState(copy, name), state.size == size else { return false }
    return (try? SourceFile(url: copy, name: name))?.digest == digest
  }
}
