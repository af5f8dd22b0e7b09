import DaybookTesting
import Foundation

/// The drive: each device has a tree of its own, between which files travel as drives let them.
extension World {
  /// Shows files of one device's tree in another one's.
  func showDrive(
    of device: Device, to other: Device, _ random: inout SeededGenerator
  ) throws {
    if device === other {
      if options.faultyDrives { try loseFile(of: device, &random) }
      return
    }
    for path in files(of: device) {
      let draw = Int.random(in: 0..<10, using: &random)
      let cut = Int.random(in: 0..<1_000, using: &random)
      let bytes = try Data(contentsOf: device.drive.appendingPathComponent(path))
      let place = other.drive.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      if let there = try? Data(contentsOf: place) {
        // What was half there comes whole; of two under one name, the first keeps it.
        if there.count < bytes.count, bytes.starts(with: there) {
          try bytes.write(to: place)
        } else if there != bytes {
          try bytes.write(to: place.renamed { "\($0) (1).dbs" })
        }
        continue
      }
      switch draw {
      case 0, 1: count("late files")
      case 2 where options.faultyDrives:
        try bytes.prefix(bytes.count * cut / 1_000).write(to: place)
      case 3 where options.faultyDrives:
        try bytes.write(to: place)
        try bytes.write(to: place.renamed { "\($0) (1).dbs" })
      case 4 where options.faultyDrives: try bytes.write(to: place.renamed { "\($0) (1).dbs" })
      case 5 where options.faultyDrives:
        var changed = bytes
        if !changed.isEmpty { changed[changed.startIndex + changed.count * cut / 1_000] ^= 0x10 }
        try changed.write(to: place)
      default: try bytes.write(to: place)
      }
    }
  }

  /// A drive that shows what it has shown before: a file is gone, or half of it.
  private func loseFile(of device: Device, _ random: inout SeededGenerator) throws {
    let all = files(of: device)
    guard !all.isEmpty else { return }
    let place = device.drive.appendingPathComponent(
      all[Int.random(in: 0..<all.count, using: &random)])
    let bytes = try Data(contentsOf: place)
    try FileManager.default.removeItem(at: place)
    if Bool.random(using: &random) { try bytes.prefix(bytes.count / 2).write(to: place) }
    count("lost files")
  }

  /// The files of a device's tree, by their paths in it.
  func files(of device: Device) -> [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: device.drive.path)) ?? []
    return all.filter { $0.hasSuffix(".dbs") }.sorted()
  }

  /// Shows everybody all that is whole anywhere.
  func showWholeDrive() throws {
    var whole: [String: Data] = [:]
    for device in devices {
      for path in files(of: device) {
        let bytes = try Data(contentsOf: device.drive.appendingPathComponent(path))
        if bytes.count > whole[path]?.count ?? -1 { whole[path] = bytes }
      }
    }
    for device in devices {
      for (path, bytes) in whole {
        let place = device.drive.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: place)
      }
      device.peer = nil
    }
  }
}

extension URL {
  fileprivate func renamed(_ name: (String) -> String) -> URL {
    deletingLastPathComponent()
      .appendingPathComponent(name(deletingPathExtension().lastPathComponent))
  }
}
