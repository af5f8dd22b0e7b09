import DaybookTesting
import Foundation
import RemoteServers

/// The drive: each device has a tree of its own, between which files travel as drives let them.
///
/// Of a remote folder there is one tree.
extension World {
  /// Notes what a device writes into its tree, and what it removes from it.
  func changingDrive<T>(of device: Device, _ change: () async throws -> T) async throws -> T {
    let before = Set(files(of: device))
    // What the drive itself has changed there was not written.
    let changed = before.filter(isChanged).map { ($0, try? content($0, at: device)) }
    defer { noteFiles(of: device, before, Dictionary(uniqueKeysWithValues: changed)) }
    return try await change()
  }

  private func noteFiles(
    of device: Device, _ before: Set<String>, _ former: [String: Data?]
  ) {
    let after = files(of: device)
    for path in after where !before.contains(path) || isChanged(path) {
      guard let bytes = try? content(path, at: device), !bytes.isEmpty, former[path] != bytes
      else { continue }
      removed.remove(path)
      if !isOwn(path, device) || written[path]?.last == bytes { continue }
      written[path, default: []].append(bytes)
    }
    removed.formUnion(before.subtracting(after))
  }

  /// Whether a file is changed when there is something new, and not another one written.
  private func isChanged(_ path: String) -> Bool { path.hasSuffix("/vector") }

  /// Whether a device may write a file: one that bears its name, or of a snapshot.
  private func isOwn(_ path: String, _ device: Device) -> Bool {
    if path.hasSuffix(".chunk") || path.hasSuffix(".manifest") { return true }
    guard let replica = try? device.replica() else { return false }
    return path.hasPrefix(device.drivePath(of: replica))
  }

  func content(_ path: String, at device: Device) throws -> Data {
    if let remote, let bytes = remote[path] { return Data(bytes) }
    return try Data(contentsOf: device.drive.appendingPathComponent(path))
  }

  func put(_ bytes: Data, _ path: String, at device: Device) throws {
    if let remote { return remote[path] = Array(bytes) }
    let place = device.drive.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: place)
  }

  private func remove(_ path: String, at device: Device) {
    if let remote { return remote[path] = nil }
    try? FileManager.default.removeItem(at: device.drive.appendingPathComponent(path))
  }

  // MARK: Travelling

  /// Shows files of one device's tree in another one's.
  func showDrive(
    of device: Device, to other: Device, _ random: inout SeededGenerator
  ) throws {
    if device === other {
      if options.faultyDrives { try loseFile(of: device, &random) }
      return
    }
    // There is one tree, which all see.
    if remote != nil { return }
    for path in files(of: device) {
      if removed.contains(path) { continue }
      if isChanged(path) {
        try showNewest(path, of: device, to: other, &random)
      } else {
        try show(path, of: device, to: other, &random)
      }
    }
    for path in files(of: other) where removed.contains(path) && Bool.random(using: &random) {
      remove(path, at: other)
    }
  }

  private func show(
    _ path: String, of device: Device, to other: Device, _ random: inout SeededGenerator
  ) throws {
    let bytes = try content(path, at: device)
    if let there = try? content(path, at: other) {
      // What was half there comes whole; of two under one name, the first keeps it.
      if there.count < bytes.count, bytes.starts(with: there) {
        try put(bytes, path, at: other)
      } else if there != bytes {
        try put(bytes, Self.renamed(path), at: other)
      }
      return
    }
    try arrive(bytes, path, at: other, &random)
  }

  /// Shows a file that changes, unless the other one has a newer version, or writes it.
  private func showNewest(
    _ path: String, of device: Device, to other: Device, _ random: inout SeededGenerator
  ) throws {
    let versions = written[path] ?? []
    func age(_ device: Device) -> Int? {
      (try? content(path, at: device)).flatMap { versions.firstIndex(of: $0) }
    }
    guard !isOwn(path, other), let newest = age(device), newest > age(other) ?? -1 else { return }
    if options.faultyDrives, Int.random(in: 0..<6, using: &random) == 0 {
      count("old files")
      return try put(versions[Int.random(in: 0...newest, using: &random)], path, at: other)
    }
    remove(path, at: other)
    try arrive(versions[newest], path, at: other, &random)
  }

  /// Lets a file come to a tree in which there is none under its name.
  private func arrive(
    _ bytes: Data, _ path: String, at other: Device, _ random: inout SeededGenerator
  ) throws {
    let draw = Int.random(in: 0..<10, using: &random)
    let cut = Int.random(in: 0..<1_000, using: &random)
    switch draw {
    case 0, 1: count("late files")
    case 2 where options.faultyDrives:
      try put(bytes.prefix(bytes.count * cut / 1_000), path, at: other)
    case 3 where options.faultyDrives:
      try put(bytes, path, at: other)
      try put(bytes, Self.renamed(path), at: other)
    case 4 where options.faultyDrives: try put(bytes, Self.renamed(path), at: other)
    case 5 where options.faultyDrives:
      var changed = bytes
      if !changed.isEmpty { changed[changed.startIndex + changed.count * cut / 1_000] ^= 0x10 }
      try put(changed, path, at: other)
    default: try put(bytes, path, at: other)
    }
  }

  /// A drive that shows what it has shown before: a file is gone, or half of it.
  private func loseFile(of device: Device, _ random: inout SeededGenerator) throws {
    let all = files(of: device)
    guard !all.isEmpty else { return }
    let path = all[Int.random(in: 0..<all.count, using: &random)]
    let bytes = try content(path, at: device)
    remove(path, at: device)
    if Bool.random(using: &random) { try put(bytes.prefix(bytes.count / 2), path, at: device) }
    remote?.tellNews()
    count("lost files")
  }

  /// The files of a device's tree, by their paths in it.
  func files(of device: Device) -> [String] {
    let all =
      remote?.paths
      ?? (try? FileManager.default.subpathsOfDirectory(atPath: device.drive.path)) ?? []
    return all.filter { path in
      path.hasSuffix("/vector")
        || [".dbs", ".chunk", ".manifest"].contains { path.hasSuffix($0) }
    }
    .sorted()
  }

  /// Shows everybody all that was written, as it was.
  func showWholeDrive() throws {
    if remote != nil { return try mendRemote() }
    for device in devices {
      for path in removed { remove(path, at: device) }
      for (path, versions) in written where !removed.contains(path) {
        if let newest = versions.last { try put(newest, path, at: device) }
      }
      device.peer = nil
    }
  }

  /// The name that a drive gives to the second file of a name.
  private static func renamed(_ path: String) -> String {
    let url = URL(fileURLWithPath: path, relativeTo: nil)
    let name = url.deletingPathExtension().lastPathComponent
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return "\(folder)/\(name) (1)\(url.pathExtension.isEmpty ? "" : "." + url.pathExtension)"
  }
}
