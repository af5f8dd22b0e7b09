import Foundation
import LocalServers
import TemporaryFolders
import Testing

/// `import babybuddy --server`: what it takes, what it says, and what it never says.
struct ServerImportTests {
  private static let token = "0123456789abcdef"

  /// A Baby Buddy of one child and one feed.
  private static func serve() throws -> LocalServer {
    try LocalServer { request in
      guard request.headers["authorization"] == "Token \(token)" else {
        return .init(#"{"detail":"Invalid token."}"#, status: 403)
      }
      func page(_ rows: String...) -> LocalServer.Answer {
        .init(#"{"count":\#(rows.count),"results":[\#(rows.joined(separator: ","))]}"#)
      }
      switch request.path {
      case "/api/": return .init(#"{"children":"","feedings":"","sleep":""}"#)
      case "/api/children/":
        return page(#"{"id":1,"first_name":"Noor","last_name":"","birth_date":"2026-08-12"}"#)
      case "/api/feedings/":
        return page(
          """
          {"id":7,"child":1,"start":"2026-11-20T19:12:06.916016Z",\
          "end":"2026-11-20T19:22:06.916016Z","type":"formula","method":"bottle","amount":90.5,\
          "notes":"","tags":[]}
          """)
      default: return page()
      }
    }
  }

  private func run(
    _ folder: TemporaryFolder, _ arguments: [String], token: String? = nil
  ) throws -> Run {
    try nursery(
      ["import", "babybuddy", "--store", folder.path("store"), "--volume", "ml"] + arguments,
      variables: token.map { ["BABYBUDDY_TOKEN": $0] } ?? [:])
  }

  @Test func `a running server is imported, again and with its pages kept`() throws {
    let server = try Self.serve()
    let folder = try TemporaryFolder()
    let file = try folder.file("token", Self.token + "\n")
    let first = try run(
      folder, ["--server", server.address, "--token-file", file, "--json"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(try first.json(as: [String: Any].self)["imported"] as? Int == 2)
    let again = try run(
      folder, ["--server", server.address + "/api/", "--keep", folder.path("pages"), "--json"],
      token: Self.token)
    #expect(try again.json(as: [String: Any].self)["unchanged"] as? Int == 2)
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("pages"))
    #expect(kept.sorted() == ["children.json", "feedings.json", "sleep.json"])
    let files = try run(folder, [folder.path("pages"), "--json"])
    #expect(try files.json(as: [String: Any].self)["unchanged"] as? Int == 2)
  }

  @Test func `a token that the server does not know is told without it`() throws {
    let server = try Self.serve()
    let folder = try TemporaryFolder()
    let run = try run(folder, ["--server", server.address], token: "secret-of-mine")
    #expect(run.status == 66)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("does not know the token"))
    #expect(!run.errors.contains("secret-of-mine"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
  }

  @Test(arguments: [
    ([], "name the folder with the files, or a --server"),
    (["--server", "http://127.0.0.1:9", "folder"], "name the folder with the files"),
    (["--server", "http://127.0.0.1:9"], "say the token: --token-file FILE"),
    (["--keep", "pages", "folder"], "belong to a --server"),
    (["--server", "here", "--token-file", "/dev/null"], "“here” is no address of a server"),
  ])
  func `what is missing or too much is a wrong argument`(
    arguments: [String], words: String
  ) throws {
    let run = try run(try TemporaryFolder(), arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
