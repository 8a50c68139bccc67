/* The counts of a stage. */
#ifndef FICELLE_LOAD_TALLY_H
#define FICELLE_LOAD_TALLY_H

#include <stddef.h>

#include "base/str.h"
#include "load/spread.h"

/* The steps of a transaction. STEP(symbol, name) */
/* clang-format off */
#define LOAD_STEPS(STEP)                                                                                               \
  STEP(CONNECT, "connection") STEP(NODE, "node") STEP(ROOT, "plugin root") STEP(PLUGINFACTS, "plugin facts")           \
  STEP(PLUGINS, "plugins") STEP(CATALOG, "catalog") STEP(METADATA, "file metadata") STEP(CONTENT, "file content")      \
  STEP(REPORT, "report")
/* clang-format on */
enum load_step {
#define STEP(symbol, name) LOAD_##symbol,
  LOAD_STEPS(STEP)
#undef STEP
    LOAD_STEP_COUNT
};
extern const char *const load_step_names[LOAD_STEP_COUNT];

/* How a request can fail. FAILURE(symbol, name) */
#define LOAD_FAILURES(FAILURE)      \
  FAILURE(CONNECT, "no connection") \
  FAILURE(TLS, "TLS")               \
  FAILURE(TIMEOUT, "timeout") FAILURE(CLOSED, "closed") FAILURE(REPLY, "no HTTP") FAILURE(STATUS, "status")
enum load_failure {
#define FAILURE(symbol, name) LOAD_FAILED_##symbol,
  LOAD_FAILURES(FAILURE)
#undef FAILURE
    LOAD_FAILURE_COUNT
};
extern const char *const load_failure_names[LOAD_FAILURE_COUNT];

enum { TALLY_FAULTS = 32, TALLY_TEXT = 200 };

/* Failures of one kind, with the first message. */
struct tally_fault {
  enum load_failure kind;
  enum load_step step;
  int status; /* of STATUS */
  uint64_t count;
  char text[TALLY_TEXT];
};

struct tally_step {
  uint64_t failed;
  struct spread time; /* of successful ones, microseconds */
  uint64_t bytes;     /* of bodies of good answers */
};

/* One client's share. */
struct tally_client {
  uint64_t good, failed;
  double busy_us; /* sum of the times of the good ones */
};

struct tally_second {
  uint32_t good, failed;
};

struct tally {
  unsigned concurrency;
  uint64_t began_us, ended_us; /* CLOCK_MONOTONIC; the end is that of the last transaction */
  uint64_t good, failed;       /* transactions */
  double busy_us;              /* sum of the times of all */
  struct spread time;          /* of good transactions, microseconds */
  struct spread size;          /* of catalogs, bytes as sent */
  struct tally_step steps[LOAD_STEP_COUNT];
  uint64_t received, sent; /* bytes of HTTP */
  uint64_t handshakes, resumed;
  struct tally_fault faults[TALLY_FAULTS];
  size_t fault_count;
  uint64_t faults_more;         /* of further kinds */
  struct tally_client *clients; /* by number */
  struct tally_second *seconds; /* by second since the beginning */
  size_t second_count;
  uint64_t cpu_us; /* of this process */
};

/* Begins a stage. */
void tally_begin(struct tally *t, unsigned concurrency, uint64_t now_us);
void tally_free(struct tally *t);
void tally_step_done(struct tally *t, enum load_step step, uint64_t us, uint64_t bytes);
/* A request failed, and with it the transaction, which tally_transaction counts. `text` may be empty. */
void tally_fault(struct tally *t, enum load_step step, enum load_failure kind, int status, str text);
void tally_transaction(struct tally *t, unsigned client, bool good, uint64_t began_us, uint64_t ended_us);

double tally_seconds(const struct tally *t);
/* Successful transactions per second; the mean number of concurrent transactions. */
double tally_rate(const struct tally *t);
double tally_concurrency(const struct tally *t);
/* Jain's index over the clients: 1 if all had the same mean time, 1/n if one got everything. */
double tally_fairness(const struct tally *t);

#endif
