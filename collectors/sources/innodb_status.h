/* Parses the numbers in SHOW ENGINE INNODB STATUS of MySQL 5.0 to 8.4, Percona Server and MariaDB up to 11. */
#ifndef COLLECTORS_SOURCES_INNODB_STATUS_H
#define COLLECTORS_SOURCES_INNODB_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* clang-format off */
#define INNODB_STATUS_FIELDS(X)                                                                                       \
  /* SEMAPHORES */                                                                                                    \
  X(SPIN_WAITS) X(SPIN_ROUNDS) X(OS_WAITS) X(SEM_WAITS) X(SEM_WAIT_MS)                                                \
  /* TRANSACTIONS */                                                                                                  \
  X(TRX_ID) X(HISTORY_LIST) X(TRANSACTIONS) X(ACTIVE) X(LOCKED) X(LOCK_STRUCTS) X(LOCK_WAIT_MS) X(TABLES_IN_USE)      \
  X(TABLES_LOCKED)                                                                                                    \
  /* FILE I/O */                                                                                                      \
  X(AIO_READS) X(AIO_WRITES) X(AIO_IBUF) X(AIO_LOG) X(AIO_SYNC) X(LOG_FLUSHES) X(POOL_FLUSHES) X(FILE_READS)          \
  X(FILE_WRITES) X(FILE_FSYNCS)                                                                                       \
  /* INSERT BUFFER AND ADAPTIVE HASH INDEX */                                                                         \
  X(IBUF_USED) X(IBUF_FREE) X(IBUF_CELLS) X(IBUF_INSERTS) X(IBUF_MERGED) X(IBUF_MERGES) X(HASH_CELLS) X(HASH_USED)    \
  /* LOG */                                                                                                           \
  X(LSN) X(LSN_FLUSHED) X(LSN_CHECKPOINT) X(LOG_WRITES_PENDING) X(LOG_FLUSHES_PENDING) X(CHECKPOINTS_PENDING)         \
  X(LOG_WRITES)                                                                                                       \
  /* BUFFER POOL AND MEMORY */                                                                                        \
  X(MEMORY) X(MEMORY_ADDITIONAL) X(MEM_HASH_INDEX) X(MEM_PAGE_HASH) X(MEM_DICTIONARY) X(MEM_FILE_SYSTEM)              \
  X(MEM_LOCKS) X(MEM_RECOVERY) X(MEM_THREADS) X(DICTIONARY) X(POOL_SIZE) X(POOL_FREE) X(POOL_DATA) X(POOL_MODIFIED)   \
  X(PAGES_READ) X(PAGES_CREATED) X(PAGES_WRITTEN)                                                                     \
  /* ROW OPERATIONS */                                                                                                \
  X(READ_VIEWS) X(ROWS_INSERTED) X(ROWS_UPDATED) X(ROWS_DELETED) X(ROWS_READ)
/* clang-format on */

enum innodb_field {
#define X(name) INNODB_##name,
  INNODB_STATUS_FIELDS(X)
#undef X
    INNODB_FIELDS
};

struct innodb_status {
  uint64_t value[INNODB_FIELDS]; /* 2^64 - 1 on overflow */
  bool there[INNODB_FIELDS];     /* whether the server reports it */
};

/* Accepts any text, and takes linear time. Servers before 5.6 write transaction identifiers as
 * one hexadecimal number (`hexadecimal_ids`), later ones as a decimal one. Those of 5.0 are two decimal numbers in any
 * case. */
void innodb_status_read(str text, bool hexadecimal_ids, struct innodb_status *status);

#endif
