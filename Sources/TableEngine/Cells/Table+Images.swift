import TableModel

extension Table {
  /// The number of images that are on their way.
  package var pendingImages: Int { imageLoader.requests.count }

  /// Sends for the image of a cell that is being written; the cell starts without it.
  func requestImage(of cell: Cell, _ content: inout CellContent) {
    cell.awaitsImage = false
    guard configuration.images != .immediate, let image = content.image else { return }
    cell.awaitsImage = true
    imageLoader.add(ImageLoader.Request(cell: cell, address: cell.slot.address, image: image))
    content.image = nil
  }

  /// How many cells in view still wait for their image: the blank area of a frame.
  ///
  /// - Complexity: O(visible cells), and nothing while images come at once.
  func blankCells() -> Int {
    guard configuration.images != .immediate else { return 0 }
    return rows.visible.lazy.filter { self.isInView($0.slot) }.reduce(0) { count, row in
      let items = row.strip?.lane.visible ?? []
      return count + (row.awaitsImage ? 1 : 0) + items.count { $0.awaitsImage }
    }
  }

  /// Delivers images that are on their way; no frame is made.
  ///
  /// - Parameter count: how many at most, nil for all.
  @discardableResult
  package func deliverImages(_ count: Int? = nil, order: ImageOrder = .lastFirst) -> ImageDelivery {
    var delivery = ImageDelivery()
    for request in imageLoader.take(count ?? .max, order) { deliver(request, &delivery) }
    frameTotals.asyncApplied += delivery.applied + delivery.appliedStale
    frameTotals.asyncRejected += delivery.rejected
    return delivery
  }

  private func deliver(_ request: ImageLoader.Request, _ delivery: inout ImageDelivery) {
    let cell = request.cell
    let isCurrent = cell.writer == request.address && cell.place != .discarded
    if isCurrent {
      delivery.applied += 1
    } else if configuration.images == .guarded || cell.place == .discarded {
      delivery.rejected += 1
      trace(.imageRejected, cell)
      return
    } else {
      delivery.appliedStale += 1
      changeLedger(cell.table) { $0.stale.async += 1 }
      trace(.stale, cell)
    }
    cell.content.image = request.image
    cell.awaitsImage = false
    trace(.imageApplied, cell)
  }
}
