/* stats-hammer [--kills N] [--writers N] [--seed N] DIR
 *
 * Proves the promises of collectors/stats.h by force. Writers count compilations as fast as they can and are
 * killed with SIGKILL at random moments, and started again; a reader checks every copy it gets. Fails when
 *   - a counter, of the store or of a row in one life, decreases;
 *   - a record that was acknowledged is missing at the end, or one is there that nobody began;
 *   - a row or the totals are torn: every compilation satisfies fixed equations (below), so sums must, too;
 *   - a compilation of a dead process counts as active, or the store is not usable at any time.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collectors/compile_stats.h"
#include "collectors/segment.h"
#include "collectors/stats_reader.h"

#define MAX_WRITERS 16
#define ENVIRONMENTS 5u
#define NODES 60u /* more than there are rows, so that rows are evicted all the time */
#define NODE_ROWS 40u
#define TYPES 24u
#define TYPE_ROWS 20u

/* Shared by all processes. */
struct board {
  _Atomic uint64_t begun[MAX_WRITERS];
  _Atomic uint64_t acknowledged[MAX_WRITERS];
  _Atomic uint64_t copies; /* checked by the reader */
  _Atomic int broken;
};

static struct board *board;
static char path[4096];

static void broken(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void broken(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fprintf(stderr, "stats-hammer: BROKEN: ");
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  atomic_store(&board->broken, 1);
  exit(1);
}

static uint64_t random_state;

static uint64_t next_random(void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

/* --- writers -------------------------------------------------------------------------------------------- */

/* Equations of every compilation: time = 7 resources + 1, edges = 2 resources, warnings = 3 resources,
 * deprecations = 5 resources; it failed when resources are a multiple of 8; the node's name tells the
 * environment; a type has always 5 resources; native calls = resources, calls into Ruby = 2 resources, which
 * take 3 us each and of which one in two fails. */
static bool record_one(struct stats_store *store)
{
  uint64_t r = next_random();
  uint64_t resources = r % 10000;
  unsigned node_number = (unsigned)(r >> 20) % NODES;
  char environment[32];
  char node[64];
  char type[4][16];
  struct stats_type_count types[4];
  struct stats_compile c = {
    .failure = resources % 8 == 0 ? (uint32_t)(r >> 30) % 8 + 1 : 0,
    .wall_us = 7 * resources + 1,
    .resources = resources,
    .edges = 2 * resources,
    .warnings = 3 * resources,
    .deprecations = 5 * resources,
    .peak_bytes = resources * 1024,
    .parses = {.files = 2, .bytes = 200, .cache_misses = 2},
    .types = types,
    .type_count = 4,
  };
  snprintf(environment, sizeof environment, "env%u", node_number % ENVIRONMENTS);
  snprintf(node, sizeof node, "node%u.env%u", node_number, node_number % ENVIRONMENTS);
  c.environment = str_of(environment);
  c.node = str_of(node);
  for (unsigned i = 0; i < 4; i++) {
    snprintf(type[i], sizeof type[i], "type%u", (unsigned)((r >> 40) + i * 7) % TYPES);
    types[i] = (struct stats_type_count){str_of(type[i]), 5};
  }
  c.native_calls = resources;
  c.work.ruby[0] = c.work.ruby[1] = (struct stats_spans){2 * resources, resources, 6 * resources};
  c.work.ruby_histogram[0] = 2 * resources;
  for (int p = 1; p <= 3; p++) {
    c.phase_count[p] = 1;
    c.phase_us[p] = (uint64_t)p * resources;
  }
  return stats_record_compile(store, &c);
}

static const struct stats_config *config(void)
{
  static struct stats_config c;
  c = (struct stats_config){
    .path = path, .rows = {[STATS_NODE] = NODE_ROWS, [STATS_ENV] = 16, [STATS_TYPE] = TYPE_ROWS}, .samples = {64}};
  return &c;
}

static void writer(unsigned slot)
{
  char error[256];
  struct stats_store *store = stats_open(config(), error, sizeof error);
  if (store == NULL) {
    broken("a writer cannot open the store: %s", error);
  }
  for (;;) {
    stats_compile_started(store);
    atomic_fetch_add(&board->begun[slot], 1);
    if (!record_one(store)) {
      broken("a record was refused");
    }
    atomic_fetch_add(&board->acknowledged[slot], 1);
    stats_compile_stopped(store);
  }
}

static pid_t start_writer(unsigned slot)
{
  uint64_t seed = next_random();
  pid_t pid = fork();
  if (pid == 0) {
    random_state = seed;
    writer(slot);
    _exit(1);
  }
  if (pid < 0) {
    broken("fork: %s", strerror(errno));
  }
  return pid;
}

/* --- reader --------------------------------------------------------------------------------------------- */

struct seen_row {
  uint64_t id;
  uint64_t count;
  uint64_t changed;
};

struct seen {
  uint64_t scalar[STATS_IDS];
  struct seen_row nodes[NODES];
  struct seen_row types[TYPES];
  struct seen_row envs[ENVIRONMENTS];
};

static uint64_t scalar(const struct stats_reader *r, enum stats_id id)
{
  struct stats_value v;
  if (!stats_reader_scalar(r, id, &v)) {
    broken("%s is absent", stats_table[id].name);
  }
  return v.number;
}

static uint64_t cell(const struct stats_reader *r, enum stats_id id, size_t row)
{
  struct stats_value v;
  if (!stats_reader_cell(r, id, row, &v)) {
    broken("%s of row %zu is absent", stats_table[id].name, row);
  }
  return v.number;
}

static void expect(uint64_t have, uint64_t want, const char *what)
{
  if (have != want) {
    broken("torn: %s is %llu, should be %llu", what, (unsigned long long)have, (unsigned long long)want);
  }
}

static void check_totals(const struct stats_reader *r, struct seen *seen)
{
  uint64_t total = scalar(r, STAT_ficCmpTotal);
  uint64_t resources = scalar(r, STAT_ficCmpResSum);
  uint64_t failed = 0;
  const size_t compile = STATS_HISTOGRAM_COMPILE * STATS_BUCKETS, ruby = STATS_HISTOGRAM_RUBY * STATS_BUCKETS;
  expect(scalar(r, STAT_ficCmpTimeSum), 7 * resources + total, "sum of times");
  expect(scalar(r, STAT_ficCmpEdgeSum), 2 * resources, "sum of edges");
  expect(scalar(r, STAT_ficCmpWarnings), 3 * resources, "sum of warnings");
  expect(scalar(r, STAT_ficCmpDeprecated), 5 * resources, "sum of deprecations");
  expect(scalar(r, STAT_ficParseFiles), 2 * total, "parsed files");
  expect(scalar(r, STAT_ficParseBytes), 200 * total, "parsed bytes");
  expect(cell(r, STAT_ficHistCount, compile + STATS_BUCKETS - 1), total, "last bucket");
  expect(cell(r, STAT_ficHistCount, ruby + STATS_BUCKETS - 1), 2 * resources, "last bucket of calls into Ruby");
  expect(scalar(r, STAT_ficNativeCalls), resources, "native calls");
  expect(scalar(r, STAT_ficRubyCalls), 2 * resources, "calls into Ruby");
  expect(scalar(r, STAT_ficRubyFailed), resources, "failed calls into Ruby");
  expect(cell(r, STAT_ficRubyKindTimeSum, 0), 6 * resources, "time of calls into Ruby");
  for (enum stats_id id = STAT_ficFailSyntax; id <= STAT_ficFailInternal; id++) {
    failed += scalar(r, id);
  }
  expect(failed, scalar(r, STAT_ficCmpFailed), "sum of failure classes");
  for (size_t p = 0; p < 3; p++) {
    expect(cell(r, STAT_ficPhaseCount, p), total, "count of a phase");
    expect(cell(r, STAT_ficPhaseTimeSum, p), (p + 1) * resources, "time of a phase");
  }
  for (enum stats_id id = 0; id < STATS_IDS; id++) {
    const struct stats_group_info *g = &stats_groups[stats_table[id].group];
    if (!stats_is_table(g) && g->segment == STATS_SEGMENT_STORE && stats_table[id].syntax == STATS_COUNTER64 &&
        stats_table[id].from.source != STATS_SOURCE_PUBLISHER) {
      uint64_t now = scalar(r, id);
      if (now < seen->scalar[id]) {
        broken("%s decreased from %llu to %llu", stats_table[id].name, (unsigned long long)seen->scalar[id],
               (unsigned long long)now);
      }
      seen->scalar[id] = now;
    }
  }
}

static void check_life(const struct stats_reader *r, enum stats_group group, size_t row, struct seen_row *seen,
                       uint64_t count)
{
  struct stats_row_key key;
  if (!stats_reader_key(r, group, row, &key)) {
    broken("a row has no key");
  }
  if (key.id < seen->id || (key.id == seen->id && (count < seen->count || key.changed < seen->changed))) {
    broken("row %.*s went back: life %llu, count %llu", (int)key.length, key.name, (unsigned long long)key.id,
           (unsigned long long)count);
  }
  *seen = (struct seen_row){key.id, count, key.changed};
}

static unsigned number_in(const struct stats_value *v, const char *prefix, unsigned limit)
{
  char copy[128];
  char *end;
  size_t n = strlen(prefix);
  if (v->length >= sizeof copy || v->length <= n || memcmp(v->text, prefix, n) != 0) {
    broken("torn name: %.*s", (int)v->length, v->text);
  }
  memcpy(copy, v->text, v->length);
  copy[v->length] = '\0';
  unsigned long number = strtoul(copy + n, &end, 10);
  if (number >= limit) {
    broken("torn name: %s", copy);
  }
  return (unsigned)number;
}

static void check_rows(const struct stats_reader *r, struct seen *seen)
{
  struct stats_value v;
  for (size_t i = 0; i < stats_reader_rows(r, STATS_ENV); i++) {
    uint64_t count = cell(r, STAT_ficEnvCmpTotal, i);
    expect(cell(r, STAT_ficEnvCmpTimeSum, i), 7 * cell(r, STAT_ficEnvResSum, i) + count, "time of an environment");
    expect(cell(r, STAT_ficEnvRubyTimeSum, i), 6 * cell(r, STAT_ficEnvNative, i), "Ruby of an environment");
    stats_reader_cell(r, STAT_ficEnvName, i, &v);
    check_life(r, STATS_ENV, i, &seen->envs[number_in(&v, "env", ENVIRONMENTS)], count);
  }
  for (size_t i = 0; i < stats_reader_rows(r, STATS_NODE); i++) {
    char env[16];
    uint64_t resources = cell(r, STAT_ficNodeResources, i);
    expect(cell(r, STAT_ficNodeCmpTime, i), 7 * resources + 1, "time of a node");
    expect(cell(r, STAT_ficNodeState, i), resources % 8 == 0 ? STATS_RESULT_FAILED : STATS_RESULT_OK,
           "state of a node");
    stats_reader_cell(r, STAT_ficNodeLabel, i, &v);
    unsigned node = number_in(&v, "node", NODES);
    check_life(r, STATS_NODE, i, &seen->nodes[node], cell(r, STAT_ficNodeCmpTotal, i));
    snprintf(env, sizeof env, "env%u", node % ENVIRONMENTS);
    stats_reader_cell(r, STAT_ficNodeEnv, i, &v);
    if (v.length != strlen(env) || memcmp(v.text, env, v.length) != 0) {
      broken("torn: node%u is in %.*s", node, (int)v.length, v.text);
    }
  }
  for (size_t i = 0; i < stats_reader_rows(r, STATS_TYPE); i++) {
    uint64_t count = cell(r, STAT_ficTypeCompiled, i);
    expect(count % 5, 0, "resources of a type, modulo 5,");
    stats_reader_cell(r, STAT_ficTypeName, i, &v);
    check_life(r, STATS_TYPE, i, &seen->types[number_in(&v, "type", TYPES)], count);
  }
}

static void check_copy(struct stats_reader *r, struct seen *seen)
{
  stats_reader_refresh(r);
  if (stats_reader_state(r) != STATS_STATE_OK) {
    broken("state %d: %s", (int)stats_reader_state(r), stats_reader_reason(r));
  }
  check_totals(r, seen);
  check_rows(r, seen);
  atomic_fetch_add(&board->copies, 1);
}

static pid_t start_reader(void)
{
  pid_t pid = fork();
  if (pid == 0) {
    struct seen seen = {0};
    struct stats_reader *r = stats_reader_new(path, NULL);
    for (;;) {
      check_copy(r, &seen);
    }
  }
  return pid;
}

/* --- the parent ----------------------------------------------------------------------------------------- */

static void kill_hard(pid_t pid)
{
  int status;
  kill(pid, SIGKILL);
  waitpid(pid, &status, 0);
  if (!WIFSIGNALED(status)) {
    broken("a process ended by itself with status %d", status);
  }
}

static uint64_t sum_of(_Atomic uint64_t *values)
{
  uint64_t sum = 0;
  for (int i = 0; i < MAX_WRITERS; i++) {
    sum += atomic_load(&values[i]);
  }
  return sum;
}

static bool transaction_open(void)
{
  uint64_t sequence = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || pread(fd, &sequence, sizeof sequence, offsetof(struct seg_header, sequence)) != sizeof sequence) {
    broken("%s cannot be read", path);
  }
  close(fd);
  return (sequence & 1) != 0;
}

static void nap(uint64_t us) { nanosleep(&(struct timespec){.tv_nsec = (long)(us * 1000)}, NULL); }

/* With nobody writing: what must be there is there, and no more than what was begun. */
static void check_quiet(struct stats_reader *r, struct seen *seen)
{
  check_copy(r, seen);
  uint64_t total = scalar(r, STAT_ficCmpTotal);
  uint64_t acknowledged = sum_of(board->acknowledged);
  uint64_t begun = sum_of(board->begun);
  uint64_t in_envs = 0;
  if (total < acknowledged || total > begun) {
    broken("%llu counted, %llu acknowledged, %llu begun", (unsigned long long)total, (unsigned long long)acknowledged,
           (unsigned long long)begun);
  }
  for (size_t i = 0; i < stats_reader_rows(r, STATS_ENV); i++) {
    in_envs += cell(r, STAT_ficEnvCmpTotal, i);
  }
  expect(in_envs, total, "sum over the environments");
  expect(scalar(r, STAT_ficCmpActive), 0, "compilations in progress");
}

static uint64_t argument(int argc, char **argv, const char *name, uint64_t fallback)
{
  for (int i = 1; i + 1 < argc; i++) {
    if (strcmp(argv[i], name) == 0) {
      return strtoull(argv[i + 1], NULL, 10);
    }
  }
  return fallback;
}

int main(int argc, char **argv)
{
  uint64_t kills = argument(argc, argv, "--kills", 1000);
  uint64_t writers = argument(argc, argv, "--writers", 4);
  uint64_t seed = argument(argc, argv, "--seed", (uint64_t)time(NULL));
  pid_t pids[MAX_WRITERS] = {0};
  struct seen seen = {0};
  uint64_t done = 0;
  uint64_t caught = 0;
  uint64_t quiet = 0;
  if (argc < 2 || argv[argc - 1][0] == '-' || writers < 1 || writers > MAX_WRITERS) {
    fprintf(stderr, "usage: stats-hammer [--kills N] [--writers N] [--seed N] DIR\n");
    return 2;
  }
  random_state = seed | 1;
  snprintf(path, sizeof path, "%s/hammer-stats", argv[argc - 1]);
  unlink(path);
  board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (board == MAP_FAILED) {
    perror("mmap");
    return 1;
  }
  char error[256];
  stats_close(stats_open(config(), error, sizeof error));
  struct stats_reader *r = stats_reader_new(path, NULL);
  pid_t reader = start_reader();
  while (done < kills && !atomic_load(&board->broken)) {
    for (unsigned i = 0; i < writers; i++) {
      if (pids[i] == 0) {
        pids[i] = start_writer(i);
      }
    }
    nap(next_random() % (next_random() % 4 == 0 ? 500 : 8000));
    if (next_random() % 8 != 0) {
      unsigned victim = (unsigned)(next_random() % writers);
      kill_hard(pids[victim]);
      pids[victim] = 0;
      done++;
      continue;
    }
    for (unsigned i = 0; i < writers; i++, done++) {
      kill_hard(pids[i]);
      pids[i] = 0;
    }
    caught += transaction_open();
    quiet++;
    check_quiet(r, &seen);
  }
  for (unsigned i = 0; i < writers; i++) {
    if (pids[i] != 0) {
      kill_hard(pids[i]);
    }
  }
  check_quiet(r, &seen);
  kill_hard(reader);
  if (atomic_load(&board->broken)) {
    return 1;
  }
  printf("%llu kills (seed %llu): %llu records acknowledged, none lost; %llu copies read, none torn; a "
         "record was "
         "cut in the middle %llu of %llu times all writers were killed\n",
         (unsigned long long)done, (unsigned long long)seed, (unsigned long long)sum_of(board->acknowledged),
         (unsigned long long)atomic_load(&board->copies), (unsigned long long)caught, (unsigned long long)quiet);
  stats_reader_free(r);
  return 0;
}
