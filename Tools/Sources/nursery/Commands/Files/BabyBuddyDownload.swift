import ArgumentParser
import DaybookTool
import Foundation
import Interchange
import NurseryServers

/// Where a running Baby Buddy is, and where what it tells is kept.
struct BabyBuddyDownload: ParsableArguments {
  @Option(
    name: .long, help: "The address at which Baby Buddy opens, such as https://baby.example.org.")
  var server: String?

  @Option(
    name: .long, help: "A file with the token; BABYBUDDY_TOKEN unless told.",
    completion: .file())
  var tokenFile: String?

  @Option(
    name: .long, help: "Keep what is downloaded in this folder; an interrupted one goes on.",
    completion: .directory)
  var keep: String?

  func validate() throws {
    if server == nil, tokenFile != nil || keep != nil {
      throw ValidationError("--token-file and --keep belong to a --server")
    }
  }

  /// Downloads, and imports the folder with the pages. One that nobody keeps is removed.
  func run(_ importing: (_ folder: String) async throws -> Void) async throws {
    if let keep { try StoreFolder.refuse(keep) }
    let client = try BabyBuddyServer(server ?? "", token: token())
    let folder =
      keep
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-\(UUID().uuidString)").path
    defer { if keep == nil { try? FileManager.default.removeItem(atPath: folder) } }
    try await client.download(to: folder) { endpoint, rows, all in
      Terminal.progress("downloading \(endpoint)", rows, of: all)
    }
    try await importing(folder)
  }

  private func token() throws -> String {
    if let tokenFile {
      // A pipe is read too, such as that of a keeper of passwords.
      guard let file = FileHandle(forReadingAtPath: tokenFile),
        let data = try? file.read(upToCount: 10_000) ?? Data()
      else {
        throw InterchangeError(
          .unreadableFile, file: tokenFile, "\(tokenFile) cannot be read.")
      }
      return String(decoding: data, as: UTF8.self)
    }
    if let token = ProcessInfo.processInfo.environment["BABYBUDDY_TOKEN"], !token.isEmpty {
      return token
    }
    throw ValidationError("say the token: --token-file FILE, or set BABYBUDDY_TOKEN")
  }
}
