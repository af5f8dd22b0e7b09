import DaybookTool
import Foundation

/// The machine that this runs on.
enum Host {
  /// What the processor calls itself.
  static var processor: String {
    #if canImport(Darwin)
    var size = 0
    sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
    var text = [UInt8](repeating: 0, count: size)
    // Safety: the memory has the size that the system asked for.
    guard sysctlbyname("machdep.cpu.brand_string", &text, &size, nil, 0) == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    #else
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last ?? "unknown processor"
    return name.trimmingCharacters(in: .whitespaces)
    #endif
  }

  static var system: String {
    ProcessInfo.processInfo.operatingSystemVersionString
  }

  /// The machine in words, and what the files of a folder lie on.
  static func words(with folder: String) -> String {
    let cores = Measures.count(ProcessInfo.processInfo.processorCount, "core")
    let parts = [processor, cores, system, fileSystem(of: folder)]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The file system of a folder, such as `ext4`; nil where the system does not tell.
  static func fileSystem(of folder: String) -> String? {
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path + "/"
    let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
    var found: (place: String, kind: String)?
    for line in mounts.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count > 2, parts[1] == "/" || path.hasPrefix(parts[1] + "/") else { continue }
      // Of two on one place the last one is seen.
      if let found, found.place.count > parts[1].count { continue }
      found = (parts[1], parts[2])
    }
    return found?.kind
  }

  /// Whether this was built without optimisation.
  static var isDebugBuild: Bool { _isDebugAssertConfiguration() }
}
