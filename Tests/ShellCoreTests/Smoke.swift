import Testing

@Suite struct ShellCoreSmoke {}
