import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// What a program prints that calls the server, beside the tests: nobody waits on a thread on which
/// the server answers.
func printed(_ program: String, _ arguments: String...) async throws -> (String, status: Int32?) {
  let folder = try TemporaryFolder(["printed": ""])
  let path = folder.path("printed")
  let ending = try await withCheckedThrowingContinuation {
    (done: CheckedContinuation<ChildProcess.Ending, any Error>) in
    Thread.detachNewThread { [arguments] in
      done.resume(
        with: Result {
          let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
          return try ChildProcess(
            "/usr/bin/env", [program] + arguments, output: .file(output), errors: .nothing
          ).wait()
        })
    }
  }
  return (try String(contentsOfFile: path, encoding: .utf8), ending.status)
}

/// The status of the answer to a call with `curl`.
func status(of address: String, _ options: String...) async throws -> String {
  let form = ["-sk", "--http1.1", "-o", "/dev/null", "-w", "%{http_code}"]
  let words = (["curl"] + form + options + [address]).map { "'\($0)'" }
  return try await printed("sh", "-c", words.joined(separator: " ")).0
}

/// What comes over a connection on which a text was sent, until the other side closes it: long
/// before the 90 seconds after which a server closes what is idle.
func received(from port: Int, after text: String) async throws -> String {
  let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf %b \"$1\" >&3; cat <&3"
  let (answer, status) = try await printed("timeout", "30", "bash", "-c", script, "bash", text)
  // So `timeout` says that it had to end it.
  try #require(status != 124, "the connection stays open")
  return answer
}
