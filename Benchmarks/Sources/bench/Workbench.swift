import Glibc

/// The places a measurement needs: the checkout, the program and a folder for what is generated.
struct Workbench {
  let root: String
  let program: String
  /// The program with Swift's libraries inside, where it was built.
  var staticProgram: String { "\(root)/.build-static/release/shelf" }
  /// The program that makes steps of the engine alone; it lies beside this one.
  let engineSteps: String
  /// The program that works on large files without commands.
  let dataSteps: String
  /// Kept between runs, so that files are written once.
  let scratch: String
  let megabytes: Int
  let records: Int

  var pulse: String { "\(root)/Datasets/pulse.plist" }
  var recordsFile: String { path(.records(records)) }
  /// The catalogue of the size that was asked for.
  var catalogue: GeneratedFile { .catalogue(megabytes: megabytes) }
  var scrollScript: String { script("scroll") }

  func script(_ name: String) -> String { "\(scratch)/\(name).shelf" }

  func filterScript(_ question: FilterCase, repeated: Bool) -> String {
    "\(scratch)/filter-\(question.name)-\(records)\(repeated ? "-again" : "").shelf"
  }

  /// Where what is generated lies.
  func path(_ file: GeneratedFile) -> String { "\(scratch)/\(file.name)" }

  /// Finds the checkout around the working directory and makes the scratch folder.
  init(options: Options) throws(BenchError) {
    root = try Self.findRoot()
    program = options.program.map(Self.absolute) ?? "\(root)/.build/release/shelf"
    engineSteps = "\(Self.ownFolder)/engine-steps"
    dataSteps = "\(Self.ownFolder)/data-steps"
    megabytes = options.megabytes
    records = options.records
    let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    scratch = "\(temporary)/shelf-benchmarks-\(getuid())"
    try Self.makePrivateFolder(scratch)
  }

  /// The environment of every measured program: nothing of the user's configuration is read.
  var environment: [String] {
    var variables = ["HOME=\(scratch)", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TERM=dumb"]
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
    }
    return variables
  }

  private static func findRoot() throws(BenchError) -> String {
    var folder = workingDirectory
    while access("\(folder)/Datasets/pulse.plist", R_OK) != 0 {
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { throw .noRepository }
      folder = String(folder[..<slash])
    }
    return folder
  }

  private static var ownFolder: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return "." }
    let end = path.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) ?? 0
    return String(decoding: path[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
  }

  private static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Refuses a folder that somebody else made under the same name.
  private static func makePrivateFolder(_ path: String) throws(BenchError) {
    guard mkdir(path, 0o700) != 0 else { return }
    let code = errno
    var status = stat()
    guard code == EEXIST, lstat(path, &status) == 0, status.st_uid == getuid(),
      status.st_mode & S_IFMT == S_IFDIR
    else { throw .cannotWrite(path: path, code: code) }
  }
}
