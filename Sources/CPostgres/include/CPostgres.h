/* libpq, PostgreSQL's client library, opened when somebody asks for a server.
 *
 * Linking it would have every start of the program load libpq and what that needs (TLS, Kerberos):
 * ten times as long as all else that a start does. So its functions are declared here as pointers, with the
 * types that its documentation gives, and found by their names at first use. */
#pragma once

#include <stddef.h>

typedef struct pg_conn ShelfPQConnection;
typedef struct pg_result ShelfPQResult;
typedef struct pg_cancel ShelfPQCancel;
typedef struct pg_cancel_conn ShelfPQCancelConnection;

/* A row of what PQconninfoParse returns; the same layout as the library's own. */
typedef struct {
  char *keyword, *envvar, *compiled, *val, *label, *dispchar;
  int dispsize;
} ShelfPQOption;

typedef void (*ShelfPQNoticeProcessor)(void *context, const char *message);

typedef struct {
  ShelfPQConnection *(*connectStartParams)(const char *const *keywords, const char *const *values,
                                           int expandsDatabaseName);
  int (*connectPoll)(ShelfPQConnection *);
  void (*finish)(ShelfPQConnection *);
  int (*status)(const ShelfPQConnection *);
  int (*transactionStatus)(const ShelfPQConnection *);
  int (*socket)(const ShelfPQConnection *);
  int (*serverVersion)(const ShelfPQConnection *);
  const char *(*parameterStatus)(const ShelfPQConnection *, const char *name);
  char *(*errorMessage)(const ShelfPQConnection *);
  char *(*host)(const ShelfPQConnection *);
  char *(*hostaddr)(const ShelfPQConnection *);
  char *(*port)(const ShelfPQConnection *);
  char *(*databaseName)(const ShelfPQConnection *);
  char *(*user)(const ShelfPQConnection *);
  int (*sslInUse)(ShelfPQConnection *);
  ShelfPQNoticeProcessor (*setNoticeProcessor)(ShelfPQConnection *, ShelfPQNoticeProcessor, void *);
  int (*connectionNeedsPassword)(const ShelfPQConnection *);
  int (*connectionUsedPassword)(const ShelfPQConnection *);
  ShelfPQOption *(*connectionInfo)(ShelfPQConnection *);
  ShelfPQOption *(*parseConnectionInfo)(const char *text, char **error);
  void (*freeConnectionInfo)(ShelfPQOption *);
  void (*freeMemory)(void *);

  int (*sendQueryParams)(ShelfPQConnection *, const char *text, int count, const unsigned *types,
                         const char *const *values, const int *lengths, const int *formats,
                         int resultFormat);
  int (*consumeInput)(ShelfPQConnection *);
  int (*isBusy)(ShelfPQConnection *);
  int (*flush)(ShelfPQConnection *);
  int (*setNonBlocking)(ShelfPQConnection *, int isNonBlocking);
  ShelfPQResult *(*getResult)(ShelfPQConnection *);
  void (*clear)(ShelfPQResult *);
  int (*resultStatus)(const ShelfPQResult *);
  char *(*resultErrorField)(const ShelfPQResult *, int field);
  char *(*resultErrorMessage)(const ShelfPQResult *);
  int (*rowCount)(const ShelfPQResult *);
  int (*columnCount)(const ShelfPQResult *);
  char *(*columnName)(const ShelfPQResult *, int column);
  unsigned (*columnType)(const ShelfPQResult *, int column);
  int (*columnModifier)(const ShelfPQResult *, int column);
  char *(*value)(const ShelfPQResult *, int row, int column);
  int (*length)(const ShelfPQResult *, int row, int column);
  int (*isNull)(const ShelfPQResult *, int row, int column);

  ShelfPQCancel *(*makeCancel)(ShelfPQConnection *);
  void (*freeCancel)(ShelfPQCancel *);
  int (*cancel)(ShelfPQCancel *, char *error, int errorSize);

  /* The same over a connection like the one that is stopped, TLS included; NULL before version 17. */
  ShelfPQCancelConnection *(*createCancel)(ShelfPQConnection *);
  int (*sendCancel)(ShelfPQCancelConnection *);
  void (*finishCancel)(ShelfPQCancelConnection *);
} ShelfPQ;

/* The functions of the library, the same ones at every call.
 *
 * path: the file to open; NULL for the library wherever the system has it.
 * Returns NULL where it can't be had; message then says why, in at most size bytes. */
const ShelfPQ *shelf_pq_open(const char *path, char *message, size_t size);
