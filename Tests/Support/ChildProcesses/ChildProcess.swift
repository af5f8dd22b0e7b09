import CSpawn
public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that a test runs beside itself; killed when the last reference to it goes.
///
/// Not Foundation's `Process`: on Linux that looks for the highest open descriptor first and copies
/// 256 bytes of each name in `/proc/self/fd`, whatever its length. With more than 1,354 files open,
/// which so many tests at once have, it reads behind its memory and may crash.
public final class ChildProcess {
  /// Where one of the three standard streams leads.
  public enum Stream {
    case nothing
    /// Where that of the tests leads.
    case inherited
    /// To or from one that somebody keeps open until the program has started.
    case descriptor(Int32)
    case file(FileHandle)
  }

  /// How a program ended.
  public enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)

    /// The exit status; nil when a signal ended it.
    public var status: Int32? {
      if case .exit(let status) = self { status } else { nil }
    }
  }

  /// `posix_spawn` or `waitpid` failed.
  public struct Failure: Error {
    public let call: String
    public let code: Int32
  }

  /// The number of the process.
  public let id: Int32
  private var found: Ending?

  /// Starts the program at a path.
  ///
  /// - Parameters:
  ///   - environment: all of its variables; nil for those of the tests.
  ///   - directory: where it runs; nil for where the tests do.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil,
    directory: String? = nil, input: Stream = .nothing, output: Stream = .inherited,
    errors: Stream = .inherited
  ) throws {
    let actions = try FileActions()
    try actions.add(input, as: 0)
    try actions.add(output, as: 1)
    try actions.add(errors, as: 2)
    try actions.closeOthers()
    if let directory { try actions.move(to: directory) }
    let variables = environment ?? ProcessInfo.processInfo.environment
    var id: pid_t = 0
    let code = withStrings([path] + arguments) { arguments in
      withStrings(variables.map { "\($0)=\($1)" }) { variables in
        actions.spawn(&id, path, arguments, variables)
      }
    }
    guard code == 0 else { throw Failure(call: "posix_spawn of \(path)", code: code) }
    self.id = id
  }

  deinit {
    signal(SIGKILL)
    _ = look(0)
  }

  /// How it ended; nil while it runs.
  public var ending: Ending? { look(WNOHANG) }

  /// Waits until it ends.
  public func wait() throws -> Ending {
    guard let ending = look(0) else { throw Failure(call: "waitpid", code: errno) }
    return ending
  }

  /// Sends it a signal, unless it has ended.
  public func signal(_ number: Int32) {
    if ending == nil { kill(id, number) }
  }

  private func look(_ options: Int32) -> Ending? {
    if let found { return found }
    var status: Int32 = 0
    var result = waitpid(id, &status, options)
    while result < 0, errno == EINTR { result = waitpid(id, &status, options) }
    guard result == id else { return nil }
    let signal = status & 0x7f
    found = signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    return found
  }
}

/// What is done with descriptors between fork and exec.
private final class FileActions {
  #if canImport(Darwin)
  private typealias List = posix_spawn_file_actions_t?
  #else
  private typealias List = posix_spawn_file_actions_t
  #endif
  private let list: UnsafeMutablePointer<List>
  /// Stay open until the program has started.
  private var files: [FileHandle] = []

  init() throws {
    list = .allocate(capacity: 1)
    #if canImport(Darwin)
    list.initialize(to: nil)
    #else
    list.initialize(to: posix_spawn_file_actions_t())
    #endif
    try check(posix_spawn_file_actions_init(list), "posix_spawn_file_actions_init")
  }

  deinit {
    posix_spawn_file_actions_destroy(list)
    list.deallocate()
  }

  func add(_ stream: ChildProcess.Stream, as number: Int32) throws {
    switch stream {
    case .inherited:
      try check(posix_spawn_file_actions_adddup2(list, number, number), "adddup2")
    case .nothing:
      try check(
        posix_spawn_file_actions_addopen(list, number, "/dev/null", O_RDWR, 0), "addopen")
    case .descriptor(let descriptor):
      try check(posix_spawn_file_actions_adddup2(list, descriptor, number), "adddup2")
    case .file(let handle):
      files.append(handle)
      try add(.descriptor(handle.fileDescriptor), as: number)
    }
  }

  /// Others are open in the tests, also ends of pipes: who reads one waits for its last writer.
  func closeOthers() throws {
    #if !canImport(Darwin)
    try check(posix_spawn_file_actions_addclosefrom_np(list, 3), "addclosefrom_np")
    #endif
  }

  func move(to directory: String) throws {
    try check(posix_spawn_file_actions_addchdir_np(list, directory), "addchdir_np")
  }

  func spawn(
    _ id: inout pid_t, _ path: String, _ arguments: [UnsafeMutablePointer<CChar>?],
    _ variables: [UnsafeMutablePointer<CChar>?]
  ) -> Int32 {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
    return posix_spawn(&id, path, list, &attributes, arguments, variables)
    #else
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a test block signals; a program that a shell starts gets all of them.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return posix_spawn(&id, path, list, &attributes, arguments, variables)
    #endif
  }

  private func check(_ code: Int32, _ call: String) throws {
    if code != 0 { throw ChildProcess.Failure(call: call, code: code) }
  }
}

/// Runs `body` with strings as C has them, and a null pointer at the end.
private func withStrings<R>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}
