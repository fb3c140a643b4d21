#include "CPostgres.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifdef SHELF_STATIC

/* A program that holds all its libraries can't open further ones. */
const ShelfPQ *shelf_pq_open(const char *path, char *message, size_t size) {
  (void)path;
  snprintf(message, size, "this build of the program holds all its libraries and opens no others");
  return NULL;
}

#else

#include <dlfcn.h>

static ShelfPQ functions;
static const ShelfPQ *opened;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef __APPLE__
static const char *const places[] = {
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib"};
#else
static const char *const places[] = {"libpq.so.5"};
#endif

static void *open_library(const char *path) {
  if (path != NULL) return dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    void *library = dlopen(places[i], RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  return NULL;
}

/* A name of the library and where its address goes. since is the first version that has it; 0 means that every
 * supported version does. */
typedef struct {
  const char *name;
  void *function;
  int since;
} Entry;

static bool find_all(void *library, char *message, size_t size) {
  const Entry entries[] = {
      {"PQconnectStartParams", &functions.connectStartParams},
      {"PQconnectPoll", &functions.connectPoll},
      {"PQfinish", &functions.finish},
      {"PQstatus", &functions.status},
      {"PQtransactionStatus", &functions.transactionStatus},
      {"PQsocket", &functions.socket},
      {"PQserverVersion", &functions.serverVersion},
      {"PQparameterStatus", &functions.parameterStatus},
      {"PQerrorMessage", &functions.errorMessage},
      {"PQhost", &functions.host},
      {"PQhostaddr", &functions.hostaddr},
      {"PQport", &functions.port},
      {"PQdb", &functions.databaseName},
      {"PQuser", &functions.user},
      {"PQsslInUse", &functions.sslInUse},
      {"PQsetNoticeProcessor", &functions.setNoticeProcessor},
      {"PQconnectionNeedsPassword", &functions.connectionNeedsPassword},
      {"PQconnectionUsedPassword", &functions.connectionUsedPassword},
      {"PQconninfo", &functions.connectionInfo},
      {"PQconninfoParse", &functions.parseConnectionInfo},
      {"PQconninfoFree", &functions.freeConnectionInfo},
      {"PQfreemem", &functions.freeMemory},
      {"PQsendQueryParams", &functions.sendQueryParams},
      {"PQconsumeInput", &functions.consumeInput},
      {"PQisBusy", &functions.isBusy},
      {"PQflush", &functions.flush},
      {"PQsetnonblocking", &functions.setNonBlocking},
      {"PQgetResult", &functions.getResult},
      {"PQclear", &functions.clear},
      {"PQresultStatus", &functions.resultStatus},
      {"PQresultErrorField", &functions.resultErrorField},
      {"PQresultErrorMessage", &functions.resultErrorMessage},
      {"PQntuples", &functions.rowCount},
      {"PQnfields", &functions.columnCount},
      {"PQfname", &functions.columnName},
      {"PQftype", &functions.columnType},
      {"PQfmod", &functions.columnModifier},
      {"PQgetvalue", &functions.value},
      {"PQgetlength", &functions.length},
      {"PQgetisnull", &functions.isNull},
      {"PQgetCancel", &functions.makeCancel},
      {"PQfreeCancel", &functions.freeCancel},
      {"PQcancel", &functions.cancel},
      {"PQcancelCreate", &functions.createCancel, 17},
      {"PQcancelBlocking", &functions.sendCancel, 17},
      {"PQcancelFinish", &functions.finishCancel, 17},
  };
  _Static_assert(sizeof entries / sizeof *entries * sizeof(void *) == sizeof(ShelfPQ),
                 "every function of the structure has its name");
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
    void *address = dlsym(library, entries[i].name);
    if (address == NULL && entries[i].since == 0) {
      snprintf(message, size, "it has no function %s: it is older than PostgreSQL 12", entries[i].name);
      return false;
    }
    /* The way that POSIX has for turning an address into a function. */
    memcpy(entries[i].function, &address, sizeof address);
  }
  return true;
}

const ShelfPQ *shelf_pq_open(const char *path, char *message, size_t size) {
  pthread_mutex_lock(&mutex);
  if (opened == NULL) {
    void *library = open_library(path);
    if (library == NULL) {
      const char *reason = dlerror();
      snprintf(message, size, "%s", reason == NULL ? "it was not found" : reason);
    } else if (find_all(library, message, size)) {
      opened = &functions;
    }
  }
  pthread_mutex_unlock(&mutex);
  return opened;
}

#endif
