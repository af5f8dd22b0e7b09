import Foundation
import Interchange
import NurseryInterchange
import TemporaryFolders

/// One family's feeds, written as the files of each program that is read.
final class FileFamily {
  enum Program: String, CaseIterable, Sendable {
    case babyBuddy, babyBuddyPages, babyDashboard, huckleberry, nara, nuzzle
  }

  /// What a row says, by the minute at which it is.
  struct Row: Hashable {
    var amount: Int?
    var memo = ""
  }

  let program: Program
  private let folder: TemporaryFolder

  init(_ program: Program) throws {
    self.program = program
    folder = try TemporaryFolder(inMemory: true)
  }

  /// Whether the files tell a memo.
  var tellsMemo: Bool { program != .babyDashboard }

  static func start(_ minute: Int) -> Date {
    Date(timeIntervalSince1970: 1_789_948_800 + Double(minute) * 60)
  }

  /// The files that say some rows, in that order.
  func source(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    switch program {
    case .babyBuddy: try babyBuddy(rows)
    case .babyBuddyPages: try pages(rows)
    case .babyDashboard: try dashboard(rows)
    case .huckleberry: try huckleberry(rows)
    case .nara: try nara(rows)
    case .nuzzle: try nuzzle(rows)
    }
  }

  private func time(_ minute: Int, _ separator: String = "T") -> String {
    Self.start(minute).formatted(.iso8601.year().month().day())
      + separator + String(format: "%02d:%02d:00", minute / 60, minute % 60)
  }

  private func babyBuddy(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    _ = try folder.file(
      "child.csv", "id,first_name,last_name,birth_date\n1,Noor,,2026-01-01\n")
    _ = try folder.file("tag.csv", "id,name\n")
    let lines = rows.map { minute, row in
      "\(minute),1,\(time(minute, " ")),\(time(minute, " ")),formula,bottle,"
        + "\(row.amount.map(String.init) ?? ""),\(row.memo)"
    }
    let header = "id,child_id,start,end,type,method,amount,notes"
    _ = try folder.file("feeding.csv", ([header] + lines).joined(separator: "\n"))
    return try folder.babyBuddy(zone: "UTC")
  }

  private func pages(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    let child = #"{"id":1,"first_name":"Noor","last_name":"","birth_date":"2026-01-01"}"#
    func page(_ results: [String]) -> String {
      "{\"count\":\(results.count),\"next\":null,\"results\":[\(results.joined(separator: ","))]}"
    }
    _ = try folder.file("children.json", page([child]))
    let feeds = rows.map { minute, row in
      """
      {"id":\(minute),"child":1,"start":"\(time(minute))Z","end":"\(time(minute))Z",
      "type":"formula","method":"bottle","amount":\(row.amount.map(String.init) ?? "null"),
      "notes":"\(row.memo)","tags":[]}
      """
    }
    _ = try folder.file("feedings.json", page(feeds))
    return try BabyBuddyPages(
      folder.path,
      options: BabyBuddyOptions(zone: "UTC", units: [.volume: "mL"], now: NeighbourStore.now))
  }

  private func dashboard(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    let lines = rows.map { minute, row in
      "Noor,\(time(minute)).000Z,\(row.amount.map { "\($0).0" } ?? ""),"
        + "\(row.amount == nil ? "" : "mL"),babyFormula"
    }
    let header = "babyName,timestamp,amountValue,amountUnit,feedType"
    return try BabyDashboardFiles(feeds: ([header] + lines).joined(separator: "\n"))
  }

  private func huckleberry(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    let lines = rows.map { minute, row in
      let amount = row.amount.map { "\($0)ml" } ?? ""
      return "Feed,\(time(minute, " ").dropLast(3)),,,Formula,Bottle,\(amount),\(row.memo)"
    }
    let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
    return try HuckleberryFile(
      NeighbourStore.file(([header] + lines).joined(separator: "\n"), "huckleberry.csv"),
      child: "Noor", zone: "UTC", now: NeighbourStore.now)
  }

  private func nara(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    let header =
      "Type,Profile Name,Start Date/time (Epoch),Note,[Bottle Feed] Type,"
      + "[Bottle Feed] Formula Volume,[Bottle Feed] Formula Volume Unit,_profileKey,_activityKey"
    let lines = rows.map { minute, row in
      "Bottle Feed,Noor,\(Int(Self.start(minute).timeIntervalSince1970) * 1000),\(row.memo),"
        + "Formula,\(row.amount.map(String.init) ?? ""),\(row.amount == nil ? "" : "ML"),c,a\(minute)"
    }
    return try NaraFile(
      NeighbourStore.file(([header] + lines).joined(separator: "\n"), "nara.csv"),
      now: NeighbourStore.now)
  }

  private func nuzzle(_ rows: [(minute: Int, row: Row)]) throws -> any ImportSource {
    let baby = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"
    let events = rows.map { minute, row in
      let id = String(format: "0B6F2C1E-5D0A-4E57-9A53-%012d", minute)
      let amount = row.amount.map { #","amount":\#($0),"unit":"ml""# } ?? ""
      let note = row.memo.isEmpty ? "" : #","note":"\#(row.memo)""#
      return #"{"id":"\#(id)","babyId":"\#(baby)","type":"feed","subtype":"formula","#
        + #""startTime":"\#(time(minute))Z"\#(amount)\#(note)}"#
    }
    let text =
      #"{"babies":[{"id":"\#(baby)","name":"Noor","dateOfBirth":"2026-01-01T00:00:00Z"}],"#
      + #""events":[\#(events.joined(separator: ","))]}"#
    return try NuzzleFile(
      NeighbourStore.file(text, "nestling_data.json"), now: NeighbourStore.now)
  }
}
