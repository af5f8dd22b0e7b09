import Daybook
import Foundation
import Interchange

/// The files of Ollie: a tree of JSONL and JSON.
///
/// ```
/// profile.json  spots.json  mastered-skills-v2.json  mastered-skills.json  socialization.json
/// medication-completions.jsonl        data/medication-completions.jsonl
/// data/2026-03-02.jsonl               one object a line, newest first
/// ```
/// A line without `id` is found again by its file, its text and its number among lines of the same
/// text. Of lines with one id the first counts, oldest day first. What cannot be read is put into
/// quarantine with file, line and reason.
public struct OllieFolder: ImportSource {
  public static let provider = "ollie"
  public var provider: String { Self.provider }

  /// The most bytes that a file may have.
  static let limit = 1 << 26

  /// Every file that is read, for an archive.
  public let originals: [SourceFile]
  public let passedOver: [PassedOverFile]
  let zone: TimeZone

  public var files: [ImportFile] { originals.map(\.importFile) }

  /// Looks at a folder.
  ///
  /// - Parameters:
  ///   - folder: has `data` in it.
  ///   - zone: that of the device; times that tell none are read in it.
  /// - Throws: `InterchangeError.unreadableFile`, also when it has none of the files.
  public init(_ folder: URL, zone: TimeZone) throws {
    let names = try Self.names(in: folder)
    self.zone = zone
    originals = try names.filter { OllieFile($0) != nil }
      .sorted { (OllieFile($0)?.order ?? 0, $0) < (OllieFile($1)?.order ?? 0, $1) }
      .map { try SourceFile(folder.appendingPathComponent($0).path, name: $0) }
    passedOver = names.filter { OllieFile($0) == nil }
      .map { PassedOverFile(folder.appendingPathComponent($0).path) }
    if originals.isEmpty {
      throw InterchangeError(
        .unreadableFile, file: folder.lastPathComponent,
        "\(folder.path) has no files of Ollie, such as data/2026-03-02.jsonl.")
    }
  }

  /// What is in the folder and in `data`, archives left out.
  private static func names(in folder: URL) throws -> [String] {
    func list(_ path: String) throws -> [String] {
      let place = path.isEmpty ? folder : folder.appendingPathComponent(path)
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: place.path) } catch {
        throw InterchangeError.unreadable(place.lastPathComponent)
      }
      return try names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
        var isFolder: ObjCBool = false
        let inside = place.appendingPathComponent(name)
        _ = FileManager.default.fileExists(atPath: inside.path, isDirectory: &isFolder)
        if !isFolder.boolValue { return [path.isEmpty ? name : "\(path)/\(name)"] }
        return path.isEmpty && name == "data" ? try list(name) : []
      }
    }
    return try list("").sorted()
  }

  public func checkUnchanged() throws { for file in originals { try file.checkUnchanged() } }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for file in originals {
      guard let kind = OllieFile(file.name) else { continue }
      let rows = OllieRows(file: file, zone: zone)
      if kind != .day { try rows.fileText(visit) }
      switch kind {
      case .day: try rows.entries(visit)
      case .doses: try rows.doses(visit)
      case .profile: try rows.profile(visit)
      case .spots: try rows.spots(visit)
      case .skills: try rows.skills(visit)
      case .oldSkills: try rows.oldSkills(visit)
      case .socialization: try rows.socialization(visit)
      }
    }
  }
}

/// What a file of Ollie holds, by its name.
enum OllieFile {
  case profile, spots, skills, oldSkills, doses, socialization, day

  init?(_ name: String) {
    switch name {
    case "profile.json": self = .profile
    case "spots.json": self = .spots
    case "mastered-skills-v2.json": self = .skills
    case "mastered-skills.json": self = .oldSkills
    case "medication-completions.jsonl", "data/medication-completions.jsonl": self = .doses
    case "socialization.json": self = .socialization
    default:
      guard name.wholeMatch(of: #/data/\d{4}-\d\d-\d\d\.jsonl/#) != nil else { return nil }
      self = .day
    }
  }

  /// The app's own order. Of two lists of skills the one with dates counts first.
  var order: Int {
    switch self {
    case .profile: 0
    case .spots: 1
    case .skills: 2
    case .oldSkills: 3
    case .doses: 4
    case .socialization: 5
    case .day: 6
    }
  }
}
