import SQLTables
import TableModel

extension Catalog {
  /// Reads which tables and views a role can see, with their columns and keys, in four statements
  /// whatever their number.
  ///
  /// - Parameter stated: the columns that a table is said to be ordered by.
  init(_ database: PostgresDatabase) throws(DataError) {
    var relations: [(number: String, relation: Relation)] = []
    let tables = try database.run(SQLQuery(Self.tables))
    for row in 0..<tables.count {
      let (schema, name) = (tables.text(row, 1) ?? "", tables.text(row, 2) ?? "")
      let isVisible = tables.isTrue(row, 5)
      var relation = Relation(
        schema: schema, name: name, label: isVisible ? name : "\(schema).\(name)",
        kind: Relation.Kind(letter: tables.text(row, 3) ?? ""), columns: [])
      relation.estimate = tables.text(row, 4).flatMap { Double($0) }.flatMap {
        $0 < 0 ? nil : Int($0)
      }
      relation.size = tables.integer(row, 6)
      relation.isUncleared = tables.isTrue(row, 7)
      relations.append((tables.text(row, 0) ?? "", relation))
    }
    let columns = try Self.columns(database)
    let isReliable = database.capabilities.hasReliableKeys
    var keys = try isReliable ? Self.keys(database) : [:]
    if isReliable, database.capabilities.findsPlaces {
      for row in 0..<tables.count where tables.isTrue(row, 8) {
        let number = tables.text(row, 0) ?? ""
        keys[number] = keys[number] ?? .place
      }
    }
    let labels = Dictionary(uniqueKeysWithValues: relations.map { ($0.number, $0.relation.label) })
    let references = try isReliable ? Self.references(database, labels) : [:]
    self.init(
      relations.map { number, relation in
        var relation = relation
        relation.columns = columns[number] ?? []
        relation.key = keys[number]
        relation.references = references[number] ?? []
        return relation
      })
  }

  /// Parts of partitioned tables are left out: the table that they are parts of shows their rows.
  ///
  /// The last column is true for tables whose rows are found by their places: not where a table has several
  /// files, here or on the servers of Citus and Greenplum, and not where all of it is read as quickly.
  private static let tables = """
    SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples,
      pg_catalog.pg_table_is_visible(c.oid),
      CASE WHEN c.relkind IN ('r', 'm') THEN pg_catalog.pg_total_relation_size(c.oid) END,
      c.relkind = 'r' AND c.relpages > 1000 AND c.relallvisible < c.relpages / 2,
      c.relkind IN ('r', 'm') AND NOT c.relhassubclass AND m.amname IS NOT DISTINCT FROM 'heap'
        AND pg_catalog.to_regclass('pg_catalog.pg_dist_partition') IS NULL
        AND pg_catalog.current_setting('gp_role', true) IS NULL
        AND pg_catalog.pg_relation_size(c.oid) > 16777216
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_catalog.pg_am m ON m.oid = c.relam
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    ORDER BY n.nspname, c.relname
    """

  private static func columns(_ database: PostgresDatabase) throws(DataError) -> [String: [Column]]
  {
    let result = try database.run(
      SQLQuery(
        """
        SELECT a.attrelid, a.attname, b.oid, pg_catalog.format_type(a.atttypid, a.atttypmod),
          a.attnotnull, b.typtype, b.typname, coalesce(l.collisdeterministic, true)
        FROM pg_catalog.pg_attribute a
          JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
          JOIN pg_catalog.pg_type b
            ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
          LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
        WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v', 'm', 'f', 'p')
          AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        ORDER BY a.attrelid, a.attnum
        """))
    var columns: [String: [Column]] = [:]
    for row in 0..<result.count {
      let number = result.text(row, 2).flatMap { UInt32($0) } ?? 0
      let kind = database.capabilities.kind(
        number, letter: result.text(row, 5), name: result.text(row, 6))
      let type = ColumnType(
        number: number, name: result.text(row, 3) ?? "", kind: kind,
        isDeterministic: result.isTrue(row, 7), isNullable: !result.isTrue(row, 4))
      let column = Column(name: result.text(row, 1) ?? "", type: type)
      columns[result.text(row, 0) ?? "", default: []].append(column)
    }
    return columns
  }

  /// The primary key of each table, or else the unique index with the fewest columns.
  ///
  /// An index serves when no row is missing in it, those of inheriting tables included, none is in it twice, it has columns alone, whose
  /// collations are the columns' own and distinguish all texts, and all of them go the same way.
  private static func keys(_ database: PostgresDatabase) throws(DataError) -> [String: RowKey] {
    let result = try database.run(
      SQLQuery(
        """
        SELECT i.indrelid, i.indexrelid, a.attname, i.indoption[k.place - 1] & 1
        FROM pg_catalog.pg_index i
          CROSS JOIN LATERAL pg_catalog.generate_series(1, i.indnkeyatts) AS k (place)
          JOIN pg_catalog.pg_attribute a
            ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.place - 1]
          JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
        WHERE NOT (c.relkind = 'r' AND c.relhassubclass) AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL
          AND i.indexprs IS NULL
          AND NOT EXISTS (
            SELECT FROM pg_catalog.generate_series(0, i.indnkeyatts - 1) AS p (place)
              JOIN pg_catalog.pg_attribute b
                ON b.attrelid = i.indrelid AND b.attnum = i.indkey[p.place]
              LEFT JOIN pg_catalog.pg_collation l ON l.oid = b.attcollation
            WHERE NOT b.attnotnull OR b.attcollation <> i.indcollation[p.place]
              OR NOT coalesce(l.collisdeterministic, true)
              OR (i.indoption[p.place] & 1) <> (i.indoption[0] & 1))
        ORDER BY i.indrelid, i.indisprimary DESC, i.indnkeyatts, i.indexrelid, k.place
        """))
    var keys: [String: (index: String, key: RowKey)] = [:]
    for row in 0..<result.count {
      let (table, index) = (result.text(row, 0) ?? "", result.text(row, 1) ?? "")
      let part = RowKey.Part(
        (result.text(row, 2) ?? "").sqlName, isDescending: result.integer(row, 3) == 1)
      if keys[table] == nil { keys[table] = (index, RowKey([])) }
      if keys[table]?.index == index { keys[table]?.key.parts.append(part) }
    }
    return keys.mapValues(\.key)
  }
}

extension Catalog {
  /// The foreign keys of each table, as far as both sides have the same type.
  ///
  /// - Parameter labels: what the tables are called, by their numbers.
  private static func references(_ database: PostgresDatabase, _ labels: [String: String])
    throws(DataError) -> [String: [ForeignKey]]
  {
    let result = try database.run(
      SQLQuery(
        """
        SELECT c.oid, c.conrelid, c.confrelid, a.attname, b.attname,
          EXISTS (SELECT FROM pg_catalog.pg_index i
            WHERE i.indrelid = c.conrelid AND i.indisvalid AND i.indpred IS NULL
              AND (i.indkey::pg_catalog.int2[])[0:pg_catalog.cardinality(c.conkey) - 1] @> c.conkey)
        FROM pg_catalog.pg_constraint c
          CROSS JOIN LATERAL pg_catalog.generate_subscripts(c.conkey, 1) AS k (place)
          JOIN pg_catalog.pg_attribute a
            ON a.attrelid = c.conrelid AND a.attnum = c.conkey[k.place]
          JOIN pg_catalog.pg_attribute b
            ON b.attrelid = c.confrelid AND b.attnum = c.confkey[k.place]
        WHERE c.contype = 'f' AND c.conparentid = 0
          AND (a.atttypid = b.atttypid OR (a.atttypid IN (20, 21, 23) AND b.atttypid IN (20, 21, 23)))
        ORDER BY c.conrelid, c.conname, k.place
        """))
    var references: [String: [ForeignKey]] = [:]
    var last: String?
    for row in 0..<result.count {
      let table = result.text(row, 1) ?? ""
      guard let target = result.text(row, 2).flatMap({ labels[$0] }) else { continue }
      if result.text(row, 0) != last {
        references[table, default: []].append(
          ForeignKey(
            columns: [], target: target, targetColumns: [], isIndexed: result.isTrue(row, 5)))
        last = result.text(row, 0)
      }
      guard let index = references[table]?.indices.last else { continue }
      references[table]?[index].columns.append(result.text(row, 3) ?? "")
      references[table]?[index].targetColumns.append(result.text(row, 4) ?? "")
    }
    return references
  }
}

extension Relation.Kind {
  /// - Parameter letter: as the catalog has it.
  fileprivate init(letter: String) {
    self =
      switch letter {
      case "v": .view
      case "m": .materialized
      case "f": .foreign
      case "p": .partitioned
      default: .table
      }
  }
}

extension PostgresDatabase.Capabilities {
  /// Some systems that speak the protocol declare keys that nothing keeps.
  fileprivate var hasReliableKeys: Bool { isPostgreSQL }

  /// Whether a range of places in a table's file is read without reading all of it.
  fileprivate var findsPlaces: Bool { version >= 140_000 }

  /// What comparisons have to know of a type; where the system is not known to mean the same, nothing.
  ///
  /// - Parameters:
  ///   - letter: what sort of type it is, as the catalog has it.
  fileprivate func kind(_ number: UInt32, letter: String?, name: String?) -> ColumnType.Kind {
    let kind = PostgresType.kind(ofBuiltIn: number)
    guard isPostgreSQL else { return kind == .integer ? .integer : .other }
    // Older servers have no infinity among exact numbers, and can't ask for normal forms.
    if kind == .decimal, version < 140_000 { return .other }
    if kind.isText || name == "citext", version < 130_000 { return .other }
    if letter == "e" { return .named }
    if name == "citext" { return .foldedText }
    return kind.isText && !isUTF8 ? .other : kind
  }
}
