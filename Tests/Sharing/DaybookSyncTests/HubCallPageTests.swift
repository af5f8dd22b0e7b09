import Daybook
import DaybookHub
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// The page of the hub's calls says what the code does.
struct HubCallPageTests {
  private struct Row: Equatable {
    let name: String
    let isForStrangers: Bool
    let longestBody: String
  }

  /// The rows of the table of calls.
  private static func rows() throws -> [Row] {
    let page = try String(
      contentsOf: Repository.file("Sources/Engine/Daybook/Daybook.docc/HubCalls.md"),
      encoding: .utf8)
    let table = page.components(separatedBy: "### Calls")[1].components(separatedBy: "###")[0]
    return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        name: cells[0].filter { $0 != "`" }, isForStrangers: cells[3] == "anybody",
        longestBody: cells[4].filter { $0 != "," })
    }
  }

  @Test func `every call has its row, with who may make it and how long its body may be`()
    async throws
  {
    let house = try await HubHouse()
    let calls = HubCall.Name.allCases.map { name in
      Row(
        name: name.rawValue, isForStrangers: HubCall(name).isForStrangers,
        longestBody: "\(house.hub.longestBody(of: name))")
    }
    #expect(try Self.rows() == calls)
  }

  @Test func `each call has the path that the page tells`() throws {
    let space = UUID()
    for row in try Self.rows() {
      let path =
        row.name == "terms"
        ? "/daybook/1/terms" : "/daybook/1/\(space.uuidString.lowercased())/\(row.name)"
      let call = try #require(HubCall(path: path, session: nil, body: []))
      #expect(call.name.rawValue == row.name && call.path == path)
    }
  }

  @Test(arguments: ["put", "box", "close", "add"])
  func `a reader may make no call that the page leaves to owners and writers`(
    _ name: String
  ) async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    let reader = try await house.members.join("ben", as: .reader)
    try await house.settle(ada, reader)
    let row = try #require(try Self.rows().first { $0.name == name })
    #expect(!row.isForStrangers)
    let bodies: [HubCall.Name: [UInt8]] = [
      .put: ChunkRequest(frontier: 1, hashes: [[UInt8](repeating: 1, count: 32)]).bytes,
      .box: BoxLetter(in: [UInt8](repeating: 1, count: 16)).bytes, .close: [], .add: [],
    ]
    let call = try #require(HubCall.Name(rawValue: name))
    let failure = await #expect(throws: SyncError.self) {
      try await house.peer(reader).ask(call, bodies[call] ?? [])
    }
    #expect(failure?.code == .notPermitted)
  }
}
