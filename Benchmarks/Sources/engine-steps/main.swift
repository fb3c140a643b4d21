/// Makes steps of the engine, and tells at the end what was made and what a step allocated:
/// `engine-steps pass|strips|step COUNT`. The time is taken by whoever runs it.
let arguments = CommandLine.arguments.dropFirst()
guard let kind = arguments.first.flatMap(Steps.Kind.init), arguments.count == 2,
  let count = arguments.last.flatMap({ Int($0) }), count > 0
else {
  fatalError(
    "usage: engine-steps \(Steps.Kind.allCases.map(\.rawValue).joined(separator: "|")) COUNT")
}

var steps = try Steps(kind)
// The first steps make room in pools and lists that is used again from then on.
let warmUp = 1_000
try steps.run(min(count, warmUp))
let rest = max(0, count - warmUp)
let allocations = try steps.allocations(of: rest)
let tenths = rest == 0 ? 0 : (Int(allocations) * 10 + rest / 2) / rest
print(
  "\(count) steps, \(tenths / 10).\(tenths % 10) allocations each, \(steps.bytes) bytes of text")
