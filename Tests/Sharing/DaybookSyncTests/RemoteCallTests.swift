import Daybook
import DaybookSync
import Foundation
import RemoteServers
import Synchronization
import Testing

@testable import DaybookRemoteFolders

/// What is asked of the servers of buckets and WebDAV folders, when, and in whose name.
struct RemoteCallTests {
  @Test func `a server that is busy is waited for as it says, and given up in good time`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let pauses = Mutex<[Duration]>([])
    var retries = FolderRetries()
    retries.sleep = { pause in pauses.withLock { $0.append(pause) } }
    retries.random = { 0.5 }
    let memory = RemoteMemory(.bucket)
    let busy = FolderResponse(status: 503, headers: ["retry-after": "7"])
    memory.state.withLock { $0.forced = [busy, FolderResponse(status: 503), busy] }
    let peer = try memory.peer(retries: retries)
    #expect(try await house.first.exchange(with: peer).failure == nil)
    #expect(pauses.withLock { $0 } == [.seconds(7), .milliseconds(300), .seconds(7)])
    pauses.withLock { $0 = [] }
    memory.state.withLock { $0.forced = Array(repeating: FolderResponse(status: 500), count: 99) }
    let failure = try await house.first.exchange(with: peer).failure
    #expect(failure?.message.contains("answers with status 500, 7 times") == true)
    #expect(pauses.withLock { $0.count } == 6)
    pauses.withLock { $0 = [] }
    let later = FolderResponse(status: 429, headers: ["retry-after": "3600"])
    memory.state.withLock { $0.forced = Array(repeating: later, count: 9) }
    #expect(try await house.first.exchange(with: peer).failure?.code == .peer)
    #expect(pauses.withLock { $0.isEmpty }, "an hour is no pause")
  }

  @Test func `pauses double and differ from device to device`() {
    var retries = FolderRetries()
    retries.random = { 0 }
    let short = (1...6).map { retries.pause(after: $0, waited: .zero, told: nil) }
    retries.random = { 1 }
    let long = (1...6).map { retries.pause(after: $0, waited: .zero, told: nil) }
    #expect(short == [100, 200, 400, 800, 1_600, 3_200].map { .milliseconds($0) })
    #expect(long == [200, 400, 800, 1_600, 3_200, 6_400].map { .milliseconds($0) })
    #expect(retries.pause(after: 7, waited: .zero, told: nil) == nil)
    #expect(retries.pause(after: 1, waited: .seconds(90), told: nil) == nil)
    retries.now = { Date(timeIntervalSince1970: 784_111_777) }
    #expect(retries.wait("Sun, 06 Nov 1994 08:49:47 GMT") == .seconds(10))
    #expect(retries.wait("-1") == nil && retries.wait("soon") == nil)
  }

  // MARK: Keys

  /// The examples of the S3 API reference.
  @Test func `requests are signed as Amazon's examples are`() {
    let key = S3Credentials(
      id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", token: nil)
    let signature = S3Signature(credentials: key, region: "us-east-1")
    let time = Date(timeIntervalSince1970: 1_369_353_600)
    let host = ["host": "examplebucket.s3.amazonaws.com"]
    let object = signature.headers(
      "GET", path: "/test.txt", query: [], headers: host.merging(["range": "bytes=0-9"]) { $1 },
      body: [], at: time)
    #expect(
      object["authorization"]?.hasSuffix(
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41") == true)
    let list = signature.headers(
      "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")], headers: host, body: [],
      at: time)
    #expect(
      list["authorization"]?.hasSuffix(
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7") == true)
  }

  @Test func `keys and passwords are found where other programs have them`() {
    let files = [
      "/home/ada/.aws/credentials":
        "[other]\naws_access_key_id = no\n[default]\naws_access_key_id=id\n"
        + "aws_secret_access_key = a=b\n",
      "/home/ada/.netrc":
        "machine other login no password no\nmachine cloud.test login ada password hid\n"
        + "default login x password y",
    ]
    let home = ["HOME": "/home/ada"]
    let key = S3Credentials(home) { files[$0] }
    #expect(key?.id == "id" && key?.secret == "a=b")
    #expect(S3Credentials(home.merging(["AWS_PROFILE": "other"]) { $1 }) { files[$0] }?.id == nil)
    let set = ["AWS_ACCESS_KEY_ID": "e", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t"]
    #expect(S3Credentials(set) { _ in nil }?.token == "t")
    #expect(WebDAVCredentials(for: "cloud.test", home) { files[$0] }?.password == "hid")
    #expect(WebDAVCredentials(for: "else.test", home) { files[$0] }?.user == "x")
  }

  @Test(
    arguments: [
      ("s3://noor", nil, "https://noor.s3.us-east-1.amazonaws.com"),
      ("s3://no.or/a//b/", nil, "https://s3.us-east-1.amazonaws.com/no.or"),
      ("s3://noor/a", "http://127.0.0.1:9000", "http://127.0.0.1:9000/noor"),
      ("s3://noor/a", "https://{bucket}.example.com", "https://noor.example.com"),
    ] as [(String, String?, String)])
  func `a bucket is named by the host or in the path`(
    address: String, endpoint: String?, url: String
  ) throws {
    let place = try S3Place(address, endpoint: endpoint, region: nil)
    #expect(place.origin + place.root == url)
    let prefix = address.hasSuffix("/") ? "a/b/" : address.hasSuffix("/a") ? "a/" : ""
    #expect(place.key("x") == "\(prefix)x")
  }

  // MARK: Addresses

  @Test(arguments: [
    "s3://", "s3://a", "s3://UPPER/../x y", "https://", "https://ada:hidden@cloud.test/dav",
    "https://cloud.test/dav?x=hidden", "ftp://cloud.test/dav",
  ])
  func `what is no address is refused without being repeated where it holds a password`(
    address: String
  ) {
    let error = #expect(throws: SyncError.self) {
      _ = try RemoteFolder(address, region: address.contains("UPPER") ? "" : nil)
    }
    #expect(error?.code == .text && error?.message.contains("hidden") == false)
  }
}
