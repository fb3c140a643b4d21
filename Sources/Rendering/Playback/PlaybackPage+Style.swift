import TableEngine
import TableModel

extension PlaybackPage {
  static let styleSheet =
    """

    :root { color-scheme: light dark; }
    * { box-sizing: border-box; }
    body { margin: 0; padding: 1em; font: 15px/1.45 system-ui, sans-serif; }
    h1 { font-size: 1.3em; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.05em; margin: 0 0 .4em; overflow-wrap: anywhere; }
    h3 { font-size: .9em; margin: .8em 0 .3em; }
    p { margin: .3em 0; }
    #live { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; \
    clip-path: inset(50%); white-space: nowrap; }
    .controls { display: flex; flex-wrap: wrap; gap: .5em; align-items: center; position: sticky; \
    top: 0; z-index: 1; padding: .5em 0; }
    .controls label { display: flex; gap: .4em; align-items: center; }
    .controls .place { flex: 1 1 16em; }
    .controls .place span { min-width: 9.5em; font-variant-numeric: tabular-nums; }
    .controls .place input { flex: 1; min-width: 0; }
    button, select { font: inherit; color: inherit; border: 1px solid; border-radius: 6px; \
    min-height: 2.2em; padding: 0 .8em; }
    [aria-disabled=true] { opacity: .5; }
    :focus-visible { outline: 3px solid; outline-offset: 1px; }
    .stage { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1em; }
    .script select { width: 100%; padding: .2em; font-family: \(SVGGrid.fonts); font-size: 13px; }
    .script pre { overflow: auto; max-height: 12em; min-height: 2em; margin: .5em 0 0; \
    white-space: pre-wrap; overflow-wrap: anywhere; }
    .script pre, .screen, .log ol, .lanes .content { font: 13px/1.35 \(SVGGrid.fonts); \
    font-variant-ligatures: none; border-radius: 6px; padding: .6em; }
    .screen { overflow: auto; }
    .line { white-space: pre; unicode-bidi: isolate; min-height: 1.35em; }
    .wide { display: inline-block; text-align: center; }
    .bold { font-weight: bold; }
    .beside { display: grid; gap: 0 1em; grid-template-columns: minmax(0, 1fr); }
    .pools .content { display: flex; flex-wrap: wrap; gap: .6em; max-height: 15em; overflow: auto; }
    .stack { margin: 0; padding: .5em; border: 1px solid; border-radius: 6px; }
    .stack figcaption { font-size: 12px; }
    .stack ol { list-style: none; margin: .3em 0 0; padding: 0; }
    .chip { display: block; border: 1px solid; border-left-width: 6px; border-radius: 4px; \
    padding: 0 .4em; margin: 2px 0; font: 12px/1.4 \(SVGGrid.fonts); }
    .log ol { list-style: none; margin: 0; height: 15em; overflow: auto; }
    .log li { padding: 0 .3em; border-left: 4px solid transparent; overflow-wrap: anywhere; }
    .lanes .content { overflow: auto; max-height: 24em; }
    .lanes text { font-size: 11.5px; }
    .lanes .group { font-weight: bold; }
    .wait { stroke-width: 2; stroke-dasharray: 2 4; }
    .stay { stroke-width: 2; }
    @media (min-width: 62em) {
      .stage { grid-template-columns: 17em minmax(0, 1fr); }
      .script select { height: 24em; }
      .reels:not(.two) .beside { grid-template-columns: 1fr 1fr; }
    }
    @media (min-width: 75em) {
      .stage.pair { grid-template-columns: minmax(0, 1fr); }
      .pair .script { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; }
      .pair .script h2 { grid-column: 1 / -1; }
      .pair .script select { height: 9em; }
      .pair .script pre { margin: 0; }
      .two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.2em; }
      .two .screen { font-size: 12px; }
    }

    """ + PictureTheme.styleSheet(rules) + identities

  /// The colours of cells, a little lighter for letters on dark ground.
  private static let identities =
    IdentityColours.styleSheet { [($0, "--cell")] } + """
      .by-cell .screen [class*=id-] { color: var(--cell); }
      .by-cell .chip, .by-cell .log [class*=id-] { border-color: var(--cell); }
      .by-cell .lanes .stay { stroke: var(--cell); }
      @media (prefers-color-scheme: dark) {
        .by-cell .screen [class*=id-] { color: color-mix(in srgb, var(--cell) 60%, white); }
      }

      """

  private static var rules: [PictureTheme.Rule] {
    let plain = [
      PictureTheme.Rule("body, .controls", "background") { $0.page },
      PictureTheme.Rule("body", "color") { $0.color(of: .plain) },
      PictureTheme.Rule(".screen, .log ol, .script pre, .lanes .content", "background") {
        $0.table
      },
      PictureTheme.Rule("button, select, .stack", "background") { $0.table },
      PictureTheme.Rule("button, select, .stack, .chip", "border-color") { $0.color(of: .border) },
      PictureTheme.Rule(":focus-visible", "outline-color") { $0.color(of: .focus) },
      PictureTheme.Rule(".none, #count", "color") { $0.color(of: .secondary) },
      PictureTheme.Rule(".lit", "background") { $0.selected },
      PictureTheme.Rule(".lanes text", "fill") { $0.color(of: .plain) },
      PictureTheme.Rule(".lanes .axis", "fill") { $0.color(of: .secondary) },
      PictureTheme.Rule(".lanes .gone", "fill") { $0.color(of: .error) },
      PictureTheme.Rule(".wait", "stroke") { $0.color(of: .border) },
      PictureTheme.Rule(".stay", "stroke") { $0.color(of: .border) },
      PictureTheme.Rule(".cursor", "fill") { $0.highlighted },
      PictureTheme.Rule(".created", "fill") { $0.created },
      PictureTheme.Rule(".reused", "fill") { $0.reused },
      PictureTheme.Rule(".kept", "fill") { $0.kept },
    ]
    let grounds: [(Backdrop, @Sendable (PictureTheme) -> String)] = [
      (.table, { $0.paintedTable }), (.strip, { $0.strip }), (.label, { $0.label }),
      (.selected, { $0.selected }),
    ]
    let backdrops = grounds.map { backdrop, colour in
      PictureTheme.Rule(".screen .on-\(backdrop.name)", "background", colour)
    }
    let swatches = (0..<6).map { hue in
      PictureTheme.Rule(".screen .swatch-\(hue)", "background") { _ in
        PictureTheme.swatch(hue: UInt8(hue), shade: 0)
      }
    }
    return plain + PictureTheme.textRules("color", in: ".screen") + backdrops
      + PictureTheme.colourRules("background") { ".screen .\($0)" } + swatches
      + [
        PictureTheme.Rule(".screen .initials", "color") { _ in "#ffffff" },
        PictureTheme.Rule(".screen .highlighted", "background") { $0.highlighted },
        PictureTheme.Rule(".screen .blended", "background") { $0.color(of: .error) },
        PictureTheme.Rule(".screen .opaque", "background") { $0.color(of: .success) },
        PictureTheme.Rule(".screen .blended, .screen .opaque", "color") { $0.table },
        PictureTheme.Rule(".screen .inverse", "background") { $0.color(of: .plain) },
        PictureTheme.Rule(".screen .inverse", "color") { $0.table },
      ]
  }
}
