import Dispatch
import Documents
import ShellCore
import Testing

@testable import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals are the whole process's, so these run one after the other.
@Suite(.serialized) struct StreamReaderTests {
  private struct Pipe {
    var reading: Int32 = -1
    var writing: Int32 = -1

    init() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return }
      (reading, writing) = (ends[0], ends[1])
    }
  }

  private static func piped(_ text: String, _ number: Int) -> SourceLine {
    var line = SourceLine(text: text, line: number)
    line.isPiped = true
    return line
  }

  @Test func eachLineArrivesAtOnce() {
    let pipe = Pipe()
    let reader = StreamReader(descriptor: pipe.reading)
    DescriptorOutput.write("one\ntwo\nthr", to: pipe.writing)
    #expect(reader.next(prompt: "> ") == .line(Self.piped("one", 1)))
    #expect(reader.next(prompt: "> ") == .line(Self.piped("two", 2)))
    DescriptorOutput.write("ee", to: pipe.writing)
    close(pipe.writing)
    #expect(reader.next(prompt: "> ") == .line(Self.piped("three", 3)))
    #expect(reader.next(prompt: "> ") == .endOfInput)
    close(pipe.reading)
  }

  @Test func signalsInterruptWaiting() {
    SignalState.openWakePipe()
    SignalState.reset()
    let pipe = Pipe()
    let reader = StreamReader(descriptor: pipe.reading)
    SignalState.note(SIGINT)
    #expect(SignalState.shouldStop)
    #expect(reader.next(prompt: "") == .interrupted)
    #expect(!SignalState.shouldStop)
    SignalState.note(SIGTERM)
    #expect(reader.next(prompt: "") == .terminalGone)
    #expect(SignalState.exitStatus == 143)
    SignalState.reset()
    #expect(SignalState.exitStatus == nil)
    close(pipe.writing)
    #expect(reader.next(prompt: "") == .endOfInput)
  }

  @Test func unreadableInputIsAnErrorAndThenTheEnd() {
    let reader = StreamReader(descriptor: open("/", O_RDONLY), file: "/")
    #expect(
      reader.next(prompt: "") == .failure(.unreadable(file: "/", reason: "is a directory")))
    #expect(reader.next(prompt: "") == .endOfInput)
  }

  @Test func plainReaderDoesNotPromptInsideALine() throws {
    let (input, output) = (Pipe(), Pipe())
    let reader = PlainReader(input: input.reading, output: output.writing)
    DescriptorOutput.write("vi", to: input.writing)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
      DescriptorOutput.write("ew\n", to: input.writing)
    }
    #expect(reader.next(prompt: "shelf> ") == .line(SourceLine(text: "view")))
    close(output.writing)
    #expect(DescriptorInput.readNow(output.reading) == .bytes(Array("shelf> ".utf8)))
  }

  @Test func plainReaderPromptsWithoutEscapes() {
    let (input, output) = (Pipe(), Pipe())
    let history = History()
    let reader = PlainReader(input: input.reading, output: output.writing, history: history)
    DescriptorOutput.write("echo (\nb)\nquit\n", to: input.writing)
    close(input.writing)
    #expect(reader.next(prompt: "shelf> ") == .line(SourceLine(text: "echo (\nb)")))
    #expect(reader.next(prompt: "shelf> ") == .line(SourceLine(text: "quit", line: 3)))
    #expect(reader.next(prompt: "shelf> ") == .endOfInput)
    close(output.writing)
    guard case .bytes(let bytes) = DescriptorInput.readNow(output.reading) else {
      Issue.record("no prompt")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "shelf> shelf> \n")
    #expect(history.entries == ["echo (\nb)", "quit"])
  }
}
