import Testing

@Suite struct RenderingSmoke {}
