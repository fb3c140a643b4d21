import TestSeeds
import Testing

@testable import Saving

private struct Mark: EditedElement, Hashable {
  var number: Int
  var isStrip: Bool { number % 3 == 0 }
}

/// A list of pieces is the same as a list of elements.
@Suite struct EditedListTests {
  private func elements(_ list: EditedList<Mark>, in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    list.forEachPiece(in: range) { piece in
      switch piece {
      case .base(let run): found += Array(run)
      case .own(let mark): found.append(-mark.number)
      }
    }
    return found
  }

  @Test func editsAreThoseOfAnArray() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for size in [0, 1, 5, 1000] {
      var list = EditedList<Mark>(baseCount: size)
      var model = Array(0..<size)
      var older: [(EditedList<Mark>, [Int])] = []
      for step in 1...1500 {
        let index = Int.random(in: 0...model.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1, 2:
          list.insert(Mark(number: step), at: index)
          model.insert(-step, at: index)
        case 3:
          list.remove(at: index)
          if index < model.count { model.remove(at: index) }
        default:
          list.replace(at: index, with: Mark(number: step))
          if index < model.count { model[index] = -step }
        }
        if step % 300 == 0 { older.append((list, model)) }
        guard step % 50 == 0 else { continue }
        let low = Int.random(in: 0...model.count, using: &random)
        let high = Int.random(in: low...model.count, using: &random)
        #expect(elements(list, in: low..<high) == Array(model[low..<high]), "seed \(seed)")
        #expect(list.count == model.count)
        #expect(list.own.count == model.count { $0 < 0 })
        #expect(list.own.strips == model.count { $0 < 0 && $0 % 3 == 0 })
        #expect(list.ownElements.map(\.number) == model.filter { $0 < 0 }.map { -$0 })
      }
      for (list, model) in older { #expect(elements(list, in: 0..<list.count) == model) }
      #expect(list[-1] == nil && list[list.count] == nil)
    }
  }

  /// However long the list is, an edit changes one short run of its pieces.
  @Test func anEditCopiesNextToNothing() {
    var list = EditedList<Mark>(baseCount: 10)
    for number in 1...20_000 { list.insert(Mark(number: number), at: number / 2) }
    #expect(list.longestChunk <= 64)
    #expect(list.chunkCount < 20_000 / 16)
  }
}
