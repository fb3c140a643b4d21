#include <sqlite3.h>

/// Makes texts in double quotes names of columns and nothing else: a mistyped name is an error, and not a
/// text that is the same for every row. The function that sets it takes a varying number of arguments,
/// which Swift can't call.
static inline void shelf_refuse_double_quoted_strings(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}
