import Documents
import TableModel

extension Comparer {
  mutating func compareLists(
    _ a: [Value], _ b: [Value], _ place: [String]
  ) throws(DataError) -> Delta? {
    let most = IdentityChoice.sample
    let isWhole = max(a.count, b.count) <= most
    let choice = candidates(
      Array(a.prefix(most)), Array(b.prefix(most)), isWhole: isWhole, place
    ).first { path in
      [a, b].allSatisfy { list in
        let names = list.map { ListSide.name(of: $0, path) ?? 0 }
        let index = names.repeated
        if let index, path == identity { remark(repeated: .value(list[index]), place) }
        return index == nil
      }
    }
    return try compareLists(
      ListSide(a, namedBy: choice, sameness), ListSide(b, namedBy: choice, sameness), choice, place)
  }

  mutating func compareLists(
    _ a: any DocumentNode, _ b: any DocumentNode, _ place: [String]
  ) throws(DataError) -> Delta? {
    let (first, second) = (try Self.sample(of: a), try Self.sample(of: b))
    let isWhole = max(first.count, second.count) < IdentityChoice.sample
    var left = candidates(first, second, isWhole: isWhole, place).prefix(Self.mostTried)
    while true {
      let path = left.popFirst()
      let (old, new) = try read(a, b, namedBy: path)
      guard path != nil else { return try compareLists(old, new, nil, place) }
      let repeats = try sides.run(old, new) { side, _ throws(DataError) in side.names.repeated }
      guard let index = repeats.0 ?? repeats.1 else {
        return try compareLists(old, new, path, place)
      }
      if path == identity {
        try remark(repeated: (repeats.0 != nil ? old : new).read(index).content, place)
      }
    }
  }

  /// How many keys are tried in long lists, each of which costs a way through both.
  private static let mostTried = 3

  private static func sample(of node: any DocumentNode) throws(DataError) -> [Value] {
    var values: [Value] = []
    if let list = node as? any PlacedElements {
      try list.visitAll { value throws(DataError) in
        values.append(value)
        return values.count < IdentityChoice.sample
      }
      return values
    }
    var children = try node.children()
    while values.count < IdentityChoice.sample, let child = try children.next() {
      // What is large says of itself what it says without its lists.
      values.append(try child.content.inMemory().outlined())
    }
    return values
  }

  /// The keys that may name the elements of two lists: the one that was said, then the best.
  private mutating func candidates(
    _ a: [Value], _ b: [Value], isWhole: Bool, _ place: [String]
  ) -> [FieldPath] {
    let choice = IdentityChoice(a, b, isWhole: isWhole)
    guard let identity else { return choice.candidates }
    let lists = [a, b].filter { list in
      list.contains { ListSide.name(of: $0, identity) != nil }
    }
    hasMetIdentity = hasMetIdentity || !lists.isEmpty
    guard lists.count == 2 else { return choice.candidates }
    return [identity] + choice.candidates.filter { $0 != identity }
  }

  private mutating func remark(repeated content: Content, _ place: [String]) {
    guard let identity, case .value(let value) = content, let name = value[path: identity] else {
      return
    }
    let list = place.isEmpty ? "the list" : "'\(FieldPath(keys: place))'"
    let words =
      "'\(identity)' is not unique in \(list), where \(name.plainText.clipped()) stands more than"
      + " once: its records are told apart in another way"
    if !comparison.remarks.contains(words) { comparison.remarks.append(words) }
  }

  /// Goes over all elements of two lists.
  private mutating func read(
    _ a: any DocumentNode, _ b: any DocumentNode, namedBy path: FieldPath?
  ) throws(DataError) -> (ListSide, ListSide) {
    let (sameness, keys) = (sameness, path?.keys)
    if let x = a as? any DigestedNode, let y = b as? any DigestedNode, path == nil || keys != nil {
      let found = try sides.run(x, y) { node, progress throws(DataError) in
        try node.digests(namedBy: keys, progress: progress)
      }
      if let old = found.0, let new = found.1 { return (ListSide(old), ListSide(new)) }
    }
    return try sides.run(a, b) { node, progress throws(DataError) in
      try ListSide(node, namedBy: path, sameness, progress: progress)
    }
  }
}

// MARK: - Two lists by their digests

extension Comparer {
  private mutating func compareLists(
    _ a: ListSide, _ b: ListSide, _ choice: FieldPath?, _ place: [String]
  ) throws(DataError) -> Delta? {
    var (a, b) = (a, b)
    var runs = Alignment(a.digests, b.digests).runs
    var gaps = runs.gaps(a.count, b.count)
    if a.isOfText, !gaps.isEmpty {
      // What is written in another way may still be the same.
      try readAgain(&a, &b, gaps)
      runs += Alignment(a.digests, b.digests, within: gaps).runs
      runs.sort { $0.a < $1.a }
      gaps = runs.gaps(a.count, b.count)
    }
    try a.prepare(gaps.flatMap { $0.a })
    try b.prepare(gaps.flatMap { $0.b })
    let partners = Partners(a, b, gaps)
    try note(choice, runs.reduce(0) { $0 + $1.count } + partners.named, (a, b), gaps, place)
    if gaps.isEmpty { return nil }
    var entries: [ContainerDelta.Entry] = []
    for index in partners.gone { entries.append(try only(a.keep(index), old: index)) }
    for index in partners.made { entries.append(try only(b.keep(index), new: index)) }
    for pair in partners.pairs {
      if let entry = try self.entry(pair, a, b, choice, place) { entries.append(entry) }
    }
    for index in entries.indices { try giveName(to: &entries[index], choice) }
    return Self.delta(entries, isRecord: false)
  }

  private mutating func entry(
    _ pair: Partners.Pair, _ a: ListSide, _ b: ListSide, _ choice: FieldPath?, _ place: [String]
  ) throws(DataError) -> ContainerDelta.Entry? {
    var entry = ContainerDelta.Entry(old: pair.old, new: pair.new, isMoved: pair.isMoved)
    if pair.isMoved { try count() }
    if a.digests[pair.old] == b.digests[pair.new] {
      if pair.isMoved { entry.content = try b.keep(pair.new).content }
      return pair.isMoved ? entry : nil
    }
    let (old, new) = (try a.read(pair.old).content, try b.read(pair.new).content)
    entry.delta = try compare(old, new, place)
    guard pair.isMoved || entry.delta != nil else { return nil }
    entry.name = try RecordName(key: choice).name(of: new)
    return entry
  }

  private func giveName(to entry: inout ContainerDelta.Entry, _ choice: FieldPath?)
    throws(DataError)
  {
    guard entry.name == nil, let content = entry.content else { return }
    entry.name = try RecordName(key: choice).name(of: content)
  }

  /// Digests of what the elements in gaps are as data.
  private mutating func readAgain(
    _ a: inout ListSide, _ b: inout ListSide, _ gaps: [AlignedGap]
  ) throws(DataError) {
    let sameness = sameness
    let jobs = [(a, gaps.map(\.a)), (b, gaps.map(\.b))]
    let found = try sides.run(jobs[0], jobs[1]) { job, progress throws(DataError) in
      var digests = job.0.digests
      for range in job.1 {
        for index in range {
          digests[index] = try sameness.digest(of: job.0.read(index).content)
          if index % 64 == 0 { try progress(0) }
        }
      }
      return digests
    }
    (a.digests, b.digests) = found
  }

  /// Notes by what the elements of two lists were matched.
  private mutating func note(
    _ choice: FieldPath?, _ matched: Int, _ lists: (ListSide, ListSide), _ gaps: [AlignedGap],
    _ place: [String]
  ) throws(DataError) {
    if choice == nil {
      // Of scalars there is nothing to say.
      guard let gap = gaps.first else { return }
      let first =
        gap.a.isEmpty
        ? try lists.1.read(gap.b.lowerBound) : try lists.0.read(gap.a.lowerBound)
      guard first.content.node.kind == .record else { return }
    }
    let words = place.isEmpty ? "" : "\(FieldPath(keys: place))"
    let known = comparison.matchings.firstIndex { $0.place == words && $0.key == choice }
    if let known {
      comparison.matchings[known].matched += matched
    } else {
      comparison.matchings.append(Matching(place: words, key: choice, matched: matched))
    }
  }
}

extension DocumentChild.Content {
  /// What a value says without its lists where it is large.
  func outlined() throws(DataError) -> Value {
    switch self {
    case .value(let value): value
    case .node(let node): try node.outline()
    }
  }
}

/// Which elements of two lists belong together that do not stand in a run of both.
struct Partners {
  struct Pair {
    var old: Int
    var new: Int
    var isMoved = false
  }

  private(set) var pairs: [Pair] = []
  private(set) var gone: [Int] = []
  private(set) var made: [Int] = []
  /// How many were found by their names.
  private(set) var named = 0

  private var partner: [Int: Int] = [:]
  private var isTaken: Set<Int> = []

  /// - Complexity: O(n log n) for the elements in gaps.
  init(_ a: ListSide, _ b: ListSide, _ gaps: [AlignedGap]) {
    pairByName(a, b, gaps)
    pairTheSame(a, b, gaps)
    for gap in gaps { pairByPlace(gap, a, b) }
    findMoves(gaps)
    for gap in gaps {
      gone += gap.a.filter { partner[$0] == nil }
      made += gap.b.filter { !isTaken.contains($0) }
    }
  }

  private mutating func join(_ old: Int, _ new: Int) {
    partner[old] = new
    isTaken.insert(new)
  }

  private mutating func pairByName(_ a: ListSide, _ b: ListSide, _ gaps: [AlignedGap]) {
    if a.names.isEmpty { return }
    var places: [UInt64: Int] = [:]
    for gap in gaps {
      for index in gap.b where b.names[index] != 0 { places[b.names[index]] = index }
    }
    for gap in gaps {
      for index in gap.a {
        guard a.names[index] != 0, let other = places[a.names[index]] else { continue }
        join(index, other)
        named += 1
      }
    }
  }

  /// Elements without names that are the same, wherever they stand.
  private mutating func pairTheSame(_ a: ListSide, _ b: ListSide, _ gaps: [AlignedGap]) {
    var places: [UInt64: [Int]] = [:]
    for gap in gaps.reversed() {
      for index in gap.b.reversed() where b.name(index) == 0 {
        places[b.digests[index], default: []].append(index)
      }
    }
    for gap in gaps {
      for index in gap.a where a.name(index) == 0 {
        guard let other = places[a.digests[index]]?.popLast() else { continue }
        join(index, other)
      }
    }
  }

  /// Elements without names of which one stands where the other one stood.
  private mutating func pairByPlace(_ gap: AlignedGap, _ a: ListSide, _ b: ListSide) {
    let old = gap.a.filter { partner[$0] == nil && a.name($0) == 0 }
    let new = gap.b.filter { !isTaken.contains($0) && b.name($0) == 0 }
    for (index, other) in zip(old, new) { join(index, other) }
  }

  /// What stands between other runs now has moved, and in each gap as few as can be.
  private mutating func findMoves(_ gaps: [AlignedGap]) {
    for gap in gaps {
      let all = gap.a.compactMap { index in partner[index].map { (index, $0) } }
      let stays = Alignment.rising(all.filter { gap.b.contains($0.1) })
      var rest = stays[...]
      for (old, new) in all {
        let isStaying = rest.first?.0 == old
        if isStaying { rest = rest.dropFirst() }
        pairs.append(Pair(old: old, new: new, isMoved: !isStaying))
      }
    }
  }
}

/// What people call a record.
struct RecordName {
  /// Its own value of this key names it where it has no usual name.
  let key: FieldPath?

  private static let usual = ["name", "title", "label", "Name", "Title"]

  /// - Returns: nil for what has no name: a list, a scalar.
  func name(of content: DocumentChild.Content) throws(DataError) -> String? {
    let value: Value
    switch content {
    case .value(let known): value = known
    case .node(let node): value = try node.outline()
    }
    guard let record = value.record else { return nil }
    for key in Self.usual {
      if let text = record[key]?.string, !text.isEmpty { return text }
    }
    return key.flatMap { value[path: $0]?.plainText }
  }
}
