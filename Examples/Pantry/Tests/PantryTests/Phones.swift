import DaybookMacros
import DaybookSync
import Foundation
import Pantry
import Testing

/// Two phones with a folder between them, which ends with the test.
final class Phones {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("pantry-\(UUID().uuidString)")
  let ada: SharedHousehold
  let ben: SharedHousehold

  init(_ own: Household) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let key = folder.appendingPathComponent("ben.key").path
    ada = try await .share(own, as: "Home", key: folder.appendingPathComponent("ada.key").path)
    let request = try SharedHousehold.request(key: key)
    let invitation = try await ada.admit(request, of: "Ben")
    ben = try .join(
      invitation, at: folder.appendingPathComponent("ben").path, person: "Ben", key: key)
  }

  /// Lets a phone join that knows nothing yet, as one that was installed anew.
  func join(of person: String, named name: String) async throws -> SharedHousehold {
    let key = folder.appendingPathComponent("\(name).key").path
    let invitation = try await ada.admit(try SharedHousehold.request(key: key), of: person)
    try await ada.exchange(over: folder.appendingPathComponent("drive").path)
    let phone = try SharedHousehold.join(
      invitation, at: folder.appendingPathComponent(name).path, person: person, key: key)
    let report = try await phone.exchange(over: folder.appendingPathComponent("drive").path)
    #expect(report.failure == nil && report.refused.isEmpty)
    return phone
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Lets each exchange with the folder until both have all.
  func meet() async throws {
    for phone in [ada, ben, ada] {
      let report = try await phone.exchange(over: folder.appendingPathComponent("drive").path)
      #expect(report.failure == nil && report.refused.isEmpty)
    }
  }
}
