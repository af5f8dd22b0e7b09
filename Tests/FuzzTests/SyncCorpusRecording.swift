import Daybook
import DaybookTesting
import Foundation
import Testing

@testable import DaybookSync

/// Makes the first files of the corpus of what replication reads, as `CorpusRecording`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_RECORD_CORPUS"] != nil))
struct SyncCorpusRecording {
  private func save(_ target: FuzzTarget, _ name: String, _ bytes: [UInt8]) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus/\(target.rawValue)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  @Test func `pages, files, texts and orders`() throws {
    let member = try HostileMember()
    let known = try member.chains()
    let runs: [[(writer: HostileMember.Writer, messages: [[UInt8]])]] = [
      [(member.writer, [member.message(member.writer, 3, [HostileMember.change(3)])])],
      [
        (
          member.writer,
          (3...6).map {
            member.message(member.writer, $0, [HostileMember.change(UInt8($0), at: UInt8($0))])
          }
        ),
        (
          member.founder,
          [
            member.message(
              member.founder, 2,
              [HostileMember.retraction(of: member.writer.replica, 1)])
          ]
        ),
      ],
      [(member.stranger, [member.message(member.stranger, 1, [HostileMember.change(9)])])],
    ]
    try save(.page, "beginning", try member.beginning().bytes)
    for (index, run) in runs.enumerated() {
      let page = try member.page(run, after: known)
      try save(.page, "runs-\(index)", page.bytes)
      let file = try Segment(page, before: VersionVector()).bytes
      try save(.segment, "file-\(index)", [0] + file)
      try save(.segment, "payload-\(index)", [1] + file[8..<file.count - 40])
    }
    let request = EnrolmentRequest(
      replica: member.writer.replica, publicKey: member.writer.publicKey)
    try save(.segment, "request", [2] + Array(request.description.utf8))
    let invitation = Invitation(
      space: HostileMember.space, founder: member.founder.replica,
      founderKey: member.founder.publicKey, inviter: member.founder.replica,
      inviterKey: member.founder.publicKey, replica: member.writer.replica)
    try save(.segment, "invitation", [3] + Array(invitation.description.utf8))
    var random = SeededGenerator(seed: 5)
    for index in 0..<12 {
      let orders = (0..<160).map { _ in
        Bool.random(using: &random) ? UInt8.random(in: 0...7, using: &random) : 0
      }
      try save(.member, "orders-\(index)", orders)
    }
  }
}
