import TableModel

/// Works on large files without commands and prints what was found. The time is measured by whoever
/// runs it, except for `windows`, `columns`, `filter`, `sort` and `groups`, which print their own times.
let usage = """
  usage: data-steps read FILE ROUNDS THREADS
         data-steps index FILE ROUNDS
         data-steps windows FILE COUNT
         data-steps columns FILE ROUNDS [FIELD,FIELD...]
         data-steps columns-unchecked FILE ROUNDS [FIELD,FIELD...]
         data-steps filter FILE COUNT
         data-steps sort FILE COUNT
         data-steps groups - COUNT
  """

let arguments = Array(CommandLine.arguments.dropFirst())
guard (3...4).contains(arguments.count), let count = Int(arguments[2]), count > 0 else {
  fatalError(usage)
}
let threads = arguments.count == 4 ? Int(arguments[3]) ?? 1 : 1

switch arguments[0] {
case "read":
  var sum: UInt64 = 0
  for _ in 0..<count { sum ^= try MappingRead(path: arguments[1]).sum(threads: threads) }
  print("the sum of \(count) readings is \(sum)")
case "index":
  var counts: Counts?
  for _ in 0..<count { counts = try Opening(arguments[1]).settled().counts() }
  print("\(counts?.items.known ?? 0) items, \(counts?.rows.known ?? 0) rows")
case "windows":
  print(try Windows(of: Opening(arguments[1]).settled()).measured(count))
case "columns", "columns-unchecked":
  let names = arguments.count == 4 ? arguments[3] : "price,title"
  let fields = names.split(separator: ",").map { $0.split(separator: ".").map(String.init) }
  let opening = try Opening(arguments[1])
  let table = try arguments[0] == "columns" ? opening.checked() : opening.settled()
  print(try Columns(of: table, path: arguments[1], fields: fields).measured(count))
case "filter":
  for line in try Filtering(Opening(arguments[1]).settled()).measured(count) { print(line) }
case "sort":
  for line in try Sorting(Opening(arguments[1]).settled()).measured(count) { print(line) }
case "groups":
  for line in try Grouping().measured(count) { print(line) }
default: fatalError(usage)
}
