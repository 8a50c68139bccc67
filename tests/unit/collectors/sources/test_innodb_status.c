/* Texts of several versions of servers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "collectors/sources/innodb_status.h"

static const char *const names[] = {
#define X(name) #name,
  INNODB_STATUS_FIELDS(X)
#undef X
};

#define ABSENT UINT64_C(0xfeed0000beef)

struct expected {
  enum innodb_field field;
  uint64_t value; /* ABSENT: not in the text */
};

/* Compares all fields: those that are not in the list must be absent. */
static void expect(const char *text, bool hexadecimal, const struct expected *expected, size_t n)
{
  struct innodb_status s;
  innodb_status_read(str_of(text), hexadecimal, &s);
  for (size_t f = 0; f < INNODB_FIELDS; f++) {
    uint64_t value = ABSENT;
    for (size_t i = 0; i < n; i++) {
      if (expected[i].field == f) value = expected[i].value;
    }
    if (s.there[f] != (value != ABSENT)) fail_msg("%s is %s", names[f], s.there[f] ? "there" : "absent");
    if (s.there[f] && s.value[f] != value) {
      fail_msg("%s is %llu, not %llu", names[f], (unsigned long long)s.value[f], (unsigned long long)value);
    }
  }
}
#define EXPECT(text, hexadecimal, ...)                             \
  do {                                                             \
    const struct expected list[] = {__VA_ARGS__};                  \
    expect(text, hexadecimal, list, sizeof list / sizeof list[0]); \
  } while (0)

/* clang-format off */
#define TITLE(name, rule) rule "\n" name "\n" rule "\n"
#define BEGIN(date) "=====\n" date " INNODB MONITOR OUTPUT\n=====\nPer second averages calculated from the last 20 seconds\n"
#define END TITLE("END OF INNODB MONITOR OUTPUT", "----------------------------")

/* MySQL 5.0 and 5.1 without plug-in: numbers of 64 bits in two halves, readers' and writers' locks in one line. */
static void test_5_0(void **state)
{
  (void)state;
  EXPECT(BEGIN("090101 12:00:00") TITLE("SEMAPHORES", "----------")
           "OS WAIT ARRAY INFO: reservation count 812, signal count 700\n"
           "--Thread 1157658976 has waited at ../../include/btr0btr.ic line 28 for 2.50 seconds the semaphore:\n"
           "S-lock on RW-latch at 0x2aaab created in file buf0buf.c line 494\n"
           "--Thread 1157658977 has waited at handler/ha_innodb.cc line 7156 for 1.00 seconds the semaphore:\n"
           "Mutex spin waits 1000, rounds 20000, OS waits 30\n"
           "RW-shared spins 400, OS waits 50; RW-excl spins 60, OS waits 7\n"
         TITLE("LATEST DETECTED DEADLOCK", "------------------------")
           "*** (1) TRANSACTION:\nTRANSACTION 0 9000, ACTIVE 0 sec, process no 1, OS thread id 2 starting index read\n"
           "mysql tables in use 1, locked 1\nLOCK WAIT 3 lock struct(s), heap size 368\n"
         TITLE("TRANSACTIONS", "------------")
           "Trx id counter 2 9001\nPurge done for trx's n:o < 2 8995 undo n:o < 0 0\nHistory list length 17\n"
           "Total number of lock structs in row lock hash table 1\nLIST OF TRANSACTIONS FOR EACH SESSION:\n"
           "---TRANSACTION 0 0, not started, process no 3, OS thread id 4\nMySQL thread id 1, query id 99 localhost root\n"
           "---TRANSACTION 2 9000, ACTIVE 12 sec, process no 3, OS thread id 5 starting index read\n"
           "mysql tables in use 2, locked 1\nLOCK WAIT 4 lock struct(s), heap size 368, undo log entries 1\n"
           "------- TRX HAS BEEN WAITING 9 SEC FOR THIS LOCK TO BE GRANTED:\nRECORD LOCKS space id 0\n------------------\n"
           "---TRANSACTION 2 8999, ACTIVE 13 sec, process no 3, OS thread id 6\n3 lock struct(s), heap size 368\n"
         TITLE("FILE I/O", "--------")
           "I/O thread 0 state: waiting for i/o request (insert buffer thread)\n"
           "Pending normal aio reads: 3, aio writes: 4,\n ibuf aio reads: 5, log i/o's: 6, sync i/o's: 7\n"
           "Pending flushes (fsync) log: 8; buffer pool: 9\n100 OS file reads, 200 OS file writes, 300 OS fsyncs\n"
           "0.00 reads/s, 0 avg bytes/read, 1.00 writes/s, 1.00 fsyncs/s\n"
         TITLE("INSERT BUFFER AND ADAPTIVE HASH INDEX", "-------------------------------------")
           "Ibuf for space 0: size 11, free list len 12, seg size 24, is not empty\n"
           "Ibuf for space 0: size 11, free list len 12, seg size 24,\n"
           "31 inserts, 32 merged recs, 33 merges\nHash table size 5000, used cells 41, node heap has 42 buffer(s)\n"
           "0.00 hash searches/s, 0.00 non-hash searches/s\n"
         TITLE("LOG", "---")
           "Log sequence number 3 500\nLog flushed up to   3 400\nLast checkpoint at  3 100\n"
           "1 pending log writes, 2 pending chkp writes\n77 log i/o's done, 0.50 log i/o's/second\n"
         TITLE("BUFFER POOL AND MEMORY", "----------------------")
           "Total memory allocated 20557306; in additional pool allocated 744704\n"
           "Buffer pool size   512\nFree buffers       400\nDatabase pages     110\nModified db pages  5\nPending reads 0\n"
           "Pending writes: LRU 0, flush list 0, single page 0\nPages read 21, created 22, written 23\n"
         TITLE("ROW OPERATIONS", "--------------")
           "0 queries inside InnoDB, 0 queries in queue\n2 read views open inside InnoDB\n"
           "Main thread process no. 1, id 2, state: waiting for server activity\n"
           "Number of rows inserted 51, updated 52, deleted 53, read 54\n"
           "0.00 inserts/s, 0.00 updates/s, 0.00 deletes/s, 0.00 reads/s\n" END,
         true,
         {INNODB_SPIN_WAITS, 1460}, {INNODB_SPIN_ROUNDS, 20000}, {INNODB_OS_WAITS, 87},
         {INNODB_SEM_WAITS, 2}, {INNODB_SEM_WAIT_MS, 3500},
         {INNODB_TRX_ID, 2 * 4294967296 + 9001}, {INNODB_HISTORY_LIST, 17}, {INNODB_TRANSACTIONS, 3},
         {INNODB_ACTIVE, 2}, {INNODB_LOCKED, 1}, {INNODB_LOCK_STRUCTS, 7}, {INNODB_LOCK_WAIT_MS, 9000},
         {INNODB_TABLES_IN_USE, 2}, {INNODB_TABLES_LOCKED, 1},
         {INNODB_AIO_READS, 3}, {INNODB_AIO_WRITES, 4}, {INNODB_AIO_IBUF, 5}, {INNODB_AIO_LOG, 6},
         {INNODB_AIO_SYNC, 7}, {INNODB_LOG_FLUSHES, 8}, {INNODB_POOL_FLUSHES, 9}, {INNODB_FILE_READS, 100},
         {INNODB_FILE_WRITES, 200}, {INNODB_FILE_FSYNCS, 300},
         {INNODB_IBUF_USED, 11}, {INNODB_IBUF_FREE, 12}, {INNODB_IBUF_CELLS, 24}, {INNODB_IBUF_INSERTS, 31},
         {INNODB_IBUF_MERGED, 32}, {INNODB_IBUF_MERGES, 33}, {INNODB_HASH_CELLS, 5000}, {INNODB_HASH_USED, 41},
         {INNODB_LSN, 3 * 4294967296 + 500}, {INNODB_LSN_FLUSHED, 3 * 4294967296 + 400},
         {INNODB_LSN_CHECKPOINT, 3 * 4294967296 + 100}, {INNODB_LOG_WRITES_PENDING, 1},
         {INNODB_CHECKPOINTS_PENDING, 2}, {INNODB_LOG_WRITES, 77},
         {INNODB_MEMORY, 20557306}, {INNODB_MEMORY_ADDITIONAL, 744704}, {INNODB_POOL_SIZE, 512},
         {INNODB_POOL_FREE, 400}, {INNODB_POOL_DATA, 110}, {INNODB_POOL_MODIFIED, 5}, {INNODB_PAGES_READ, 21},
         {INNODB_PAGES_CREATED, 22}, {INNODB_PAGES_WRITTEN, 23},
         {INNODB_READ_VIEWS, 2}, {INNODB_ROWS_INSERTED, 51}, {INNODB_ROWS_UPDATED, 52}, {INNODB_ROWS_DELETED, 53},
         {INNODB_ROWS_READ, 54});
}

/* Percona Server 5.5: hexadecimal identifiers, a table of memory, operations merged into the insert buffer. */
static void test_5_5(void **state)
{
  (void)state;
  EXPECT(TITLE("SEMAPHORES", "----------")
           "Mutex spin waits 1, rounds 2, OS waits 3\nRW-shared spins 4, rounds 5, OS waits 6\n"
           "RW-excl spins 7, rounds 8, OS waits 9\nSpin rounds per wait: 2.00 mutex, 1.25 RW-shared, 1.14 RW-excl\n"
         TITLE("TRANSACTIONS", "------------") "Trx id counter 10F\nHistory list length 0\n---TRANSACTION 10E, ACTIVE 1 sec\n"
           "ROLLING BACK 2 lock struct(s), heap size 376\n"
         TITLE("FILE I/O", "--------")
           "Pending normal aio reads: 3 [1, 2, 0, 0] , aio writes: 9 [4, 5] ,\n"
           " ibuf aio reads: 1, log i/o's: 2, sync i/o's: 3\n"
         TITLE("INSERT BUFFER AND ADAPTIVE HASH INDEX", "-------------------------------------")
           "Ibuf: size 1, free list len 2, seg size 4, 6 merges\nmerged operations:\n"
           " insert 10, delete mark 20, delete 30\ndiscarded operations:\n insert 1, delete mark 2, delete 3\n"
         TITLE("BUFFER POOL AND MEMORY", "----------------------")
           "Internal hash tables (constant factor + variable factor)\n"
           "    Adaptive hash index 2217568 \t(2213368 + 4200)\n    Page hash           139112 (buffer pool 0 only)\n"
           "    Dictionary cache    597886 \t(554768 + 43118)\n    File system         83536 \t(82672 + 864)\n"
           "    Lock system         333248 \t(332872 + 376)\n    Recovery system     0 \t(0 + 0)\n"
           "Dictionary memory allocated 43118\n"
           "Buffer pool size        8191\nBuffer pool size, bytes 134201344\n"
         TITLE("INDIVIDUAL BUFFER POOL INFO", "----------------------") "---BUFFER POOL 0\nBuffer pool size   99\n",
         true,
         {INNODB_SPIN_WAITS, 12}, {INNODB_SPIN_ROUNDS, 15}, {INNODB_OS_WAITS, 18}, {INNODB_SEM_WAITS, 0},
         {INNODB_SEM_WAIT_MS, 0}, {INNODB_TRX_ID, 0x10f}, {INNODB_HISTORY_LIST, 0}, {INNODB_TRANSACTIONS, 1},
         {INNODB_ACTIVE, 1}, {INNODB_LOCKED, 0}, {INNODB_LOCK_STRUCTS, 2}, {INNODB_LOCK_WAIT_MS, 0},
         {INNODB_TABLES_IN_USE, 0}, {INNODB_TABLES_LOCKED, 0}, {INNODB_AIO_READS, 3}, {INNODB_AIO_WRITES, 9},
         {INNODB_AIO_IBUF, 1}, {INNODB_AIO_LOG, 2}, {INNODB_AIO_SYNC, 3}, {INNODB_IBUF_USED, 1},
         {INNODB_IBUF_FREE, 2}, {INNODB_IBUF_CELLS, 4}, {INNODB_IBUF_INSERTS, 10}, {INNODB_IBUF_MERGED, 60},
         {INNODB_IBUF_MERGES, 6}, {INNODB_MEM_HASH_INDEX, 2217568}, {INNODB_MEM_PAGE_HASH, 139112},
         {INNODB_MEM_DICTIONARY, 597886}, {INNODB_DICTIONARY, 43118}, {INNODB_MEM_FILE_SYSTEM, 83536}, {INNODB_MEM_LOCKS, 333248},
         {INNODB_MEM_RECOVERY, 0}, {INNODB_POOL_SIZE, 8191});
}

/* MySQL 5.7 and 8: a list for each thread without a sum, hash tables in partitions, another kind of lock. */
static void test_8_0(void **state)
{
  (void)state;
  EXPECT(TITLE("SEMAPHORES", "----------")
           "OS WAIT ARRAY INFO: reservation count 28\nOS WAIT ARRAY INFO: signal count 27\n"
           "--Thread 140 has waited at buf0flu.cc line 1209 for 0 seconds the semaphore:\n"
           "RW-shared spins 1, rounds 2, OS waits 3\nRW-excl spins 10, rounds 20, OS waits 30\n"
           "RW-sx spins 100, rounds 200, OS waits 300\n"
         TITLE("TRANSACTIONS", "------------")
           "Trx id counter 10243\nPurge done for trx's n:o < 10242 undo n:o < 0 state: running but idle\n"
           "History list length 1\nLIST OF TRANSACTIONS FOR EACH SESSION:\n"
           "---TRANSACTION 421398276145880, not started\n0 lock struct(s), heap size 1128, 0 row lock(s)\n"
         TITLE("FILE I/O", "--------")
           "Pending normal aio reads: [1, 2, 3, 4] , aio writes: [0, 0, 5, 0] ,\n ibuf aio reads:, log i/o's:, sync i/o's:\n"
           "Pending flushes (fsync) log: 0; buffer pool: 0\n"
         TITLE("INSERT BUFFER AND ADAPTIVE HASH INDEX", "-------------------------------------")
           "Ibuf: size 1, free list len 0, seg size 2, 0 merges\nHash table size 34679, node heap has 0 buffer(s)\n"
           "Hash table size 34679, node heap has 1 buffer(s)\nHash table size 34680, node heap has 1 buffer(s)\n"
         TITLE("LOG", "---")
           "Log sequence number          19615873\nLog buffer assigned up to    19615873\n"
           "Log buffer completed up to   19615873\nLog written up to            19615873\n"
           "Log flushed up to            19615800\nAdded dirty pages up to      19615873\n"
           "Pages flushed up to          19615873\nLast checkpoint at           19615000\n"
           "Log minimum file id is       5\n17 log i/o's done, 0.00 log i/o's/second\n"
         TITLE("BUFFER POOL AND MEMORY", "----------------------")
           "Total large memory allocated 0\nDictionary memory allocated 489095\nBuffer pool size   8192\n"
           "Free buffers       7144\nDatabase pages     1044\nOld database pages 405\nModified db pages  0\n"
         TITLE("ROW OPERATIONS", "--------------")
           "0 queries inside InnoDB, 0 queries in queue\n0 read views open inside InnoDB\n"
           "Process ID=1, Main thread ID=140 , state=sleeping\nNumber of rows inserted 1, updated 2, deleted 3, read 4\n"
           "Number of system rows inserted 8, updated 331, deleted 8, read 4668\n" END,
         false,
         {INNODB_SPIN_WAITS, 111}, {INNODB_SPIN_ROUNDS, 222}, {INNODB_OS_WAITS, 333}, {INNODB_SEM_WAITS, 1},
         {INNODB_SEM_WAIT_MS, 0}, {INNODB_TRX_ID, 10243}, {INNODB_HISTORY_LIST, 1}, {INNODB_TRANSACTIONS, 1},
         {INNODB_ACTIVE, 0}, {INNODB_LOCKED, 0}, {INNODB_LOCK_STRUCTS, 0}, {INNODB_LOCK_WAIT_MS, 0},
         {INNODB_TABLES_IN_USE, 0}, {INNODB_TABLES_LOCKED, 0}, {INNODB_AIO_READS, 10}, {INNODB_AIO_WRITES, 5},
         {INNODB_LOG_FLUSHES, 0}, {INNODB_POOL_FLUSHES, 0}, {INNODB_IBUF_USED, 1}, {INNODB_IBUF_FREE, 0},
         {INNODB_IBUF_CELLS, 2}, {INNODB_IBUF_MERGES, 0}, {INNODB_HASH_CELLS, 104038}, {INNODB_LSN, 19615873},
         {INNODB_LSN_FLUSHED, 19615800}, {INNODB_LSN_CHECKPOINT, 19615000}, {INNODB_LOG_WRITES, 17},
         {INNODB_MEMORY, 0}, {INNODB_DICTIONARY, 489095}, {INNODB_POOL_SIZE, 8192}, {INNODB_POOL_FREE, 7144},
         {INNODB_POOL_DATA, 1044}, {INNODB_POOL_MODIFIED, 0}, {INNODB_READ_VIEWS, 0}, {INNODB_ROWS_INSERTED, 1},
         {INNODB_ROWS_UPDATED, 2}, {INNODB_ROWS_DELETED, 3}, {INNODB_ROWS_READ, 4});
}

/* 5.7 has flushes where 5.6 had writes. */
static void test_5_7_log(void **state)
{
  (void)state;
  EXPECT(TITLE("LOG", "---") "3 pending log flushes, 4 pending chkp writes\n", false, {INNODB_LOG_FLUSHES_PENDING, 3},
         {INNODB_CHECKPOINTS_PENDING, 4});
}

/* MariaDB 10.6 and later: most values are missing, waits are microseconds. */
static void test_mariadb(void **state)
{
  (void)state;
  EXPECT(BEGIN("2026-11-23 18:05:38 0x77c4e371d6c0")
         TITLE("BACKGROUND THREAD", "-----------------") "srv_master_thread loops: 0 srv_active, 0 srv_shutdown, 4 srv_idle\n"
         TITLE("SEMAPHORES", "----------") TITLE("TRANSACTIONS", "------------")
           "Trx id counter 26\nPurge done for trx's n:o < 23 undo n:o < 0 state: running but idle\nHistory list length 4\n"
           "---TRANSACTION 25, ACTIVE 3 sec starting index read\nmysql tables in use 1, locked 1\n"
           "LOCK WAIT 2 lock struct(s), heap size 1128, 1 row lock(s)\n"
           "------- TRX HAS BEEN WAITING 1204032 us FOR THIS LOCK TO BE GRANTED:\n------------------\n"
           "---TRANSACTION 24, ACTIVE 3 sec starting index read\nmysql tables in use 1, locked 1\n"
           "LOCK WAIT 2 lock struct(s), heap size 1128, 1 row lock(s)\n"
           "------- TRX HAS BEEN WAITING 2206049 us FOR THIS LOCK TO BE GRANTED:\n------------------\n"
           "---TRANSACTION (0x7fc4e8972b80), not started\n0 lock struct(s), heap size 1128, 0 row lock(s)\n"
         TITLE("FILE I/O", "--------") "Pending flushes (fsync): 2\n174 OS file reads, 1 OS file writes, 8 OS fsyncs\n"
         TITLE("ADAPTIVE HASH INDEX", "-------------------")
           "Hash table size 34679, node heap has 0 buffer(s)\nHash table size 34679, node heap has 0 buffer(s)\n"
         TITLE("LOG", "---")
           "Log sequence number 47915\nLog flushed up to   47915\nPages flushed up to 44794\nLast checkpoint at  44778\n"
         TITLE("BUFFER POOL AND MEMORY", "----------------------")
           "Total large memory allocated 167772160\nDictionary memory allocated 857024\nPages read 165, created 139, written 0\n"
         TITLE("ROW OPERATIONS", "--------------") "0 read views open inside InnoDB\nstate: sleeping\n" END,
         false,
         {INNODB_SEM_WAITS, 0}, {INNODB_SEM_WAIT_MS, 0}, {INNODB_TRX_ID, 26}, {INNODB_HISTORY_LIST, 4},
         {INNODB_TRANSACTIONS, 3}, {INNODB_ACTIVE, 2}, {INNODB_LOCKED, 2}, {INNODB_LOCK_STRUCTS, 4},
         {INNODB_LOCK_WAIT_MS, 3410}, {INNODB_TABLES_IN_USE, 2}, {INNODB_TABLES_LOCKED, 2},
         {INNODB_POOL_FLUSHES, 2}, {INNODB_FILE_READS, 174}, {INNODB_FILE_WRITES, 1}, {INNODB_FILE_FSYNCS, 8},
         {INNODB_HASH_CELLS, 69358}, {INNODB_LSN, 47915}, {INNODB_LSN_FLUSHED, 47915}, {INNODB_LSN_CHECKPOINT, 44778},
         {INNODB_MEMORY, 167772160}, {INNODB_DICTIONARY, 857024}, {INNODB_PAGES_READ, 165},
         {INNODB_PAGES_CREATED, 139}, {INNODB_PAGES_WRITTEN, 0}, {INNODB_READ_VIEWS, 0});
}

/* Text of a statement, incomplete lines, numbers that do not fit, unterminated lines. */
static void test_bad(void **state)
{
  (void)state;
  const struct expected none[] = {{INNODB_LSN, ABSENT}};
  expect("", false, none, 1);
  expect("SEMAPHORES\n", false, none, 1);   /* no rule above it */
  expect("---\nLOG", false, none, 1);
  expect("---\nLOG\n---\nLog sequence number", false, none, 1);
  expect("---\nLOG\n---\nLog sequence number \nLog sequence numbers 3\nLog sequence number x3\n", false, none, 1);
  expect("---\nFILE I/O\n---\nPending normal aio reads: [1, 2 , aio writes: [3] ,\n", false, none, 1);
  expect("---\nFILE I/O\n---\nPending normal aio reads: [, ] , aio writes: [] ,\n", false, none, 1);
  EXPECT("---\nLOG\n---\nLog sequence number 99999999999999999999999999\nLast checkpoint at 4294967296 1\n", false,
         {INNODB_LSN, UINT64_MAX}, {INNODB_LSN_CHECKPOINT, UINT64_MAX});
  EXPECT("---\nADAPTIVE HASH INDEX\n---\nHash table size 18446744073709551615, x\nHash table size 7, x\n", false,
         {INNODB_HASH_CELLS, UINT64_MAX});
  EXPECT("---\r\nLOG\r\n---\r\nLog sequence number 5\r\n", false, {INNODB_LSN, 5});
  EXPECT("---\nLOG\n---\nLog sequence number 5\n---\nLOG\n---\nLast checkpoint at 4\n", false, {INNODB_LSN_CHECKPOINT, 4});
  char *longest = malloc(1 << 20);
  memset(longest, '-', 1 << 20);
  longest[(1 << 20) - 1] = '\0';
  expect(longest, true, none, 1);
  free(longest);
}

/* clang-format on */
int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_5_0),     cmocka_unit_test(test_5_5),     cmocka_unit_test(test_8_0),
    cmocka_unit_test(test_5_7_log), cmocka_unit_test(test_mariadb), cmocka_unit_test(test_bad),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
