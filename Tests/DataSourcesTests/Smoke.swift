import Testing

@Suite struct DataSourcesSmoke {}
