/* The text is meant for people and differs between versions. It is parsed line by line: headings select the section,
 * and a table of patterns for each section defines which numbers to take from which lines. Other lines are skipped. */
#include "collectors/sources/innodb_status.h"

enum section { NO_SECTION, SEMAPHORES, TRANSACTIONS, FILE_IO, INSERT_BUFFER, LOG, BUFFER_POOL, ROWS, SECTIONS };

/* A line with one of these names below a line of dashes begins a section. A section without numbers to take is
 * NO_SECTION: the text of a deadlock, for example, has lines like those of transactions. */
static const struct {
  const char *name;
  enum section section;
} headings[] = {
  {"BACKGROUND THREAD", NO_SECTION},
  {"SEMAPHORES", SEMAPHORES},
  {"LATEST FOREIGN KEY ERROR", NO_SECTION},
  {"LATEST DETECTED DEADLOCK", NO_SECTION},
  {"TRANSACTIONS", TRANSACTIONS},
  {"FILE I/O", FILE_IO},
  {"INSERT BUFFER AND ADAPTIVE HASH INDEX", INSERT_BUFFER},
  {"CHANGE BUFFER AND ADAPTIVE HASH INDEX", INSERT_BUFFER},
  {"ADAPTIVE HASH INDEX", INSERT_BUFFER},
  {"LOG", LOG},
  {"BUFFER POOL AND MEMORY", BUFFER_POOL},
  {"INDIVIDUAL BUFFER POOL INFO", NO_SECTION},
  {"ROW OPERATIONS", ROWS},
  {"END OF INNODB MONITOR OUTPUT", NO_SECTION},
};

/* What to do with a number. */
enum how { SET = 1, ADD, ADD_US };

struct take {
  enum how how; /* 0 ends the list */
  enum innodb_field field;
};

/* The patterns of lines. Blanks before a line and text after the pattern are ignored.
 *   blank  one or more blanks
 *   #      a number
 *   ~      a number, or two: the upper and the lower 32 bits
 *   @      the same; hexadecimal if it is one number and the server prints it so
 *   =      operations under way: "3", "3 [1, 2]" or "[1, 2]", which is the sum
 *   %      seconds with a fraction, as milliseconds
 *   *      as little text as possible before the rest of the pattern
 * Each of # ~ @ = % is a number to take. The first matching pattern is used. */
static const struct pattern {
  enum section section;
  const char *text;
  struct take take[4];
  enum innodb_field one; /* incremented by one; INNODB_FIELDS for none */
} patterns[] = {
#define NONE INNODB_FIELDS
  /* 5.0: reads and writes in one line; 5.1 and later: one line each; 5.7 and later: "sx" too. */
  {SEMAPHORES,
   "Mutex spin waits #, rounds #, OS waits #",
   {{ADD, INNODB_SPIN_WAITS}, {ADD, INNODB_SPIN_ROUNDS}, {ADD, INNODB_OS_WAITS}},
   NONE},
  {SEMAPHORES,
   "RW-shared spins #, OS waits #; RW-excl spins #, OS waits #",
   {{ADD, INNODB_SPIN_WAITS}, {ADD, INNODB_OS_WAITS}, {ADD, INNODB_SPIN_WAITS}, {ADD, INNODB_OS_WAITS}},
   NONE},
  {SEMAPHORES,
   "RW-shared spins #, rounds #, OS waits #",
   {{ADD, INNODB_SPIN_WAITS}, {ADD, INNODB_SPIN_ROUNDS}, {ADD, INNODB_OS_WAITS}},
   NONE},
  {SEMAPHORES,
   "RW-excl spins #, rounds #, OS waits #",
   {{ADD, INNODB_SPIN_WAITS}, {ADD, INNODB_SPIN_ROUNDS}, {ADD, INNODB_OS_WAITS}},
   NONE},
  {SEMAPHORES,
   "RW-sx spins #, rounds #, OS waits #",
   {{ADD, INNODB_SPIN_WAITS}, {ADD, INNODB_SPIN_ROUNDS}, {ADD, INNODB_OS_WAITS}},
   NONE},
  {SEMAPHORES, "--Thread * has waited at * for % seconds the semaphore", {{ADD, INNODB_SEM_WAIT_MS}}, INNODB_SEM_WAITS},

  {TRANSACTIONS, "Trx id counter @", {{SET, INNODB_TRX_ID}}, NONE},
  {TRANSACTIONS, "History list length #", {{SET, INNODB_HISTORY_LIST}}, NONE},
  {TRANSACTIONS, "---TRANSACTION *, ACTIVE", {{0}}, INNODB_ACTIVE},
  {TRANSACTIONS, "---TRANSACTION ", {{0}}, INNODB_TRANSACTIONS},
  {TRANSACTIONS, "------- TRX HAS BEEN WAITING % SEC", {{ADD, INNODB_LOCK_WAIT_MS}}, NONE},
  {TRANSACTIONS, "------- TRX HAS BEEN WAITING # us", {{ADD_US, INNODB_LOCK_WAIT_MS}}, NONE},
  {TRANSACTIONS, "mysql tables in use #, locked #", {{ADD, INNODB_TABLES_IN_USE}, {ADD, INNODB_TABLES_LOCKED}}, NONE},
  {TRANSACTIONS, "LOCK WAIT # lock struct(s)", {{ADD, INNODB_LOCK_STRUCTS}}, INNODB_LOCKED},
  {TRANSACTIONS, "ROLLING BACK # lock struct(s)", {{ADD, INNODB_LOCK_STRUCTS}}, NONE},
  {TRANSACTIONS, "COMMITTING # lock struct(s)", {{ADD, INNODB_LOCK_STRUCTS}}, NONE},
  {TRANSACTIONS, "# lock struct(s)", {{ADD, INNODB_LOCK_STRUCTS}}, NONE},

  /* 5.0: numbers; 5.5 and 5.6: a sum with those of each thread; 5.7 and later: only those of each thread, or nothing
   * with a single one. MariaDB 10.5 and later have no such lines. */
  {FILE_IO, "Pending normal aio reads: =, aio writes: =", {{SET, INNODB_AIO_READS}, {SET, INNODB_AIO_WRITES}}, NONE},
  {FILE_IO,
   "ibuf aio reads: =, log i/o's: =, sync i/o's: =",
   {{SET, INNODB_AIO_IBUF}, {SET, INNODB_AIO_LOG}, {SET, INNODB_AIO_SYNC}},
   NONE},
  {FILE_IO,
   "Pending flushes (fsync) log: #; buffer pool: #",
   {{SET, INNODB_LOG_FLUSHES}, {SET, INNODB_POOL_FLUSHES}},
   NONE},
  {FILE_IO, "Pending flushes (fsync): #", {{SET, INNODB_POOL_FLUSHES}}, NONE},
  {FILE_IO,
   "# OS file reads, # OS file writes, # OS fsyncs",
   {{SET, INNODB_FILE_READS}, {SET, INNODB_FILE_WRITES}, {SET, INNODB_FILE_FSYNCS}},
   NONE},

  {INSERT_BUFFER,
   "Ibuf for space 0: size #, free list len #, seg size #",
   {{SET, INNODB_IBUF_USED}, {SET, INNODB_IBUF_FREE}, {SET, INNODB_IBUF_CELLS}},
   NONE},
  {INSERT_BUFFER,
   "Ibuf: size #, free list len #, seg size #, # merges",
   {{SET, INNODB_IBUF_USED}, {SET, INNODB_IBUF_FREE}, {SET, INNODB_IBUF_CELLS}, {SET, INNODB_IBUF_MERGES}},
   NONE},
  {INSERT_BUFFER,
   "Ibuf: size #, free list len #, seg size #",
   {{SET, INNODB_IBUF_USED}, {SET, INNODB_IBUF_FREE}, {SET, INNODB_IBUF_CELLS}},
   NONE},
  {INSERT_BUFFER,
   "# inserts, # merged recs, # merges",
   {{SET, INNODB_IBUF_INSERTS}, {SET, INNODB_IBUF_MERGED}, {SET, INNODB_IBUF_MERGES}},
   NONE},
  /* One line for each partition since 5.7. */
  {INSERT_BUFFER, "Hash table size #, used cells #", {{ADD, INNODB_HASH_CELLS}, {ADD, INNODB_HASH_USED}}, NONE},
  {INSERT_BUFFER, "Hash table size #", {{ADD, INNODB_HASH_CELLS}}, NONE},

  {LOG, "Log sequence number ~", {{SET, INNODB_LSN}}, NONE},
  {LOG, "Log flushed up to ~", {{SET, INNODB_LSN_FLUSHED}}, NONE},
  {LOG, "Last checkpoint at ~", {{SET, INNODB_LSN_CHECKPOINT}}, NONE},
  {LOG,
   "# pending log writes, # pending chkp writes",
   {{SET, INNODB_LOG_WRITES_PENDING}, {SET, INNODB_CHECKPOINTS_PENDING}},
   NONE},
  {LOG,
   "# pending log flushes, # pending chkp writes",
   {{SET, INNODB_LOG_FLUSHES_PENDING}, {SET, INNODB_CHECKPOINTS_PENDING}},
   NONE},
  {LOG, "# log i/o's done", {{SET, INNODB_LOG_WRITES}}, NONE},

  {BUFFER_POOL,
   "Total memory allocated #; in additional pool allocated #",
   {{SET, INNODB_MEMORY}, {SET, INNODB_MEMORY_ADDITIONAL}},
   NONE},
  {BUFFER_POOL, "Total large memory allocated #", {{SET, INNODB_MEMORY}}, NONE},
  /* "Internal hash tables" of Percona Server. */
  {BUFFER_POOL, "Adaptive hash index #", {{SET, INNODB_MEM_HASH_INDEX}}, NONE},
  {BUFFER_POOL, "Page hash #", {{SET, INNODB_MEM_PAGE_HASH}}, NONE},
  {BUFFER_POOL, "Dictionary cache #", {{SET, INNODB_MEM_DICTIONARY}}, NONE},
  {BUFFER_POOL, "Dictionary memory allocated #", {{SET, INNODB_DICTIONARY}}, NONE},
  {BUFFER_POOL, "File system #", {{SET, INNODB_MEM_FILE_SYSTEM}}, NONE},
  {BUFFER_POOL, "Lock system #", {{SET, INNODB_MEM_LOCKS}}, NONE},
  {BUFFER_POOL, "Recovery system #", {{SET, INNODB_MEM_RECOVERY}}, NONE},
  {BUFFER_POOL, "Threads #", {{SET, INNODB_MEM_THREADS}}, NONE},
  {BUFFER_POOL, "Buffer pool size #", {{SET, INNODB_POOL_SIZE}}, NONE},
  {BUFFER_POOL, "Free buffers #", {{SET, INNODB_POOL_FREE}}, NONE},
  {BUFFER_POOL, "Database pages #", {{SET, INNODB_POOL_DATA}}, NONE},
  {BUFFER_POOL, "Modified db pages #", {{SET, INNODB_POOL_MODIFIED}}, NONE},
  {BUFFER_POOL,
   "Pages read #, created #, written #",
   {{SET, INNODB_PAGES_READ}, {SET, INNODB_PAGES_CREATED}, {SET, INNODB_PAGES_WRITTEN}},
   NONE},

  {ROWS, "# read views open inside InnoDB", {{SET, INNODB_READ_VIEWS}}, NONE},
  {ROWS,
   "Number of rows inserted #, updated #, deleted #, read #",
   {{SET, INNODB_ROWS_INSERTED}, {SET, INNODB_ROWS_UPDATED}, {SET, INNODB_ROWS_DELETED}, {SET, INNODB_ROWS_READ}},
   NONE},
#undef NONE
};
#define PATTERNS (sizeof patterns / sizeof patterns[0])

/* Since 5.5 the insert buffer prints merged and discarded operations as two lines of the same form, each below its own
 * title. Only the merged ones, in the first line, are taken. */
static const struct pattern merged_operations = {
  INSERT_BUFFER,
  "insert #, delete mark #, delete #",
  {{SET, INNODB_IBUF_INSERTS}, {ADD, INNODB_IBUF_MERGED}, {ADD, INNODB_IBUF_MERGED}},
  INNODB_FIELDS};

/* Numbers that are counted or added up, so 0 if the section exists without such lines. */
static const struct {
  enum section section;
  enum innodb_field field;
} counted[] = {
  {SEMAPHORES, INNODB_SEM_WAITS},      {SEMAPHORES, INNODB_SEM_WAIT_MS},     {TRANSACTIONS, INNODB_TRANSACTIONS},
  {TRANSACTIONS, INNODB_ACTIVE},       {TRANSACTIONS, INNODB_LOCKED},        {TRANSACTIONS, INNODB_LOCK_STRUCTS},
  {TRANSACTIONS, INNODB_LOCK_WAIT_MS}, {TRANSACTIONS, INNODB_TABLES_IN_USE}, {TRANSACTIONS, INNODB_TABLES_LOCKED},
};

enum { LINE_BYTES = 512, TAKEN_MOST = 4 };

/* --- a line and a pattern -------------------------------------------------------------------------------- */

static bool is_blank(int c) { return c == ' ' || c == '\t'; }

static uint64_t plus(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static uint64_t times(uint64_t a, uint64_t by) { return a > UINT64_MAX / by ? UINT64_MAX : a * by; }

static void skip_blanks(str line, size_t *at)
{
  while (*at < line.n && is_blank(line.p[*at])) ++*at;
}

/* -1: no digit. */
static int digit(int c, unsigned base)
{
  if (ascii_is_digit(c)) return c - '0';
  const int lower = ascii_lower(c);
  return base == 16 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool number(str line, size_t *at, unsigned base, uint64_t *n)
{
  const size_t begin = *at;
  *n = 0;
  for (; *at < line.n && digit(line.p[*at], base) >= 0; ++*at) {
    *n = plus(times(*n, base), (uint64_t)digit(line.p[*at], base));
  }
  return *at > begin;
}

/* "12", or "3 4": 3 * 2^32 + 4. */
static bool wide_number(str line, size_t *at, bool hexadecimal, uint64_t *n)
{
  const size_t begin = *at;
  uint64_t low;
  if (number(line, at, 10, n)) {
    size_t next = *at;
    skip_blanks(line, &next);
    if (next > *at && number(line, &next, 10, &low) && (next == line.n || is_blank(line.p[next]))) {
      *at = next;
      *n = plus(times(*n, UINT64_C(1) << 32), low);
      return true;
    }
  }
  if (!hexadecimal) return *at > begin;
  *at = begin;
  return number(line, at, 16, n);
}

static bool under_way(str line, size_t *at, uint64_t *n)
{
  const bool sum = number(line, at, 10, n);
  size_t next = *at;
  skip_blanks(line, &next);
  if (next == line.n || line.p[next] != '[') return sum;
  uint64_t all = 0, one;
  do {
    next++;
    skip_blanks(line, &next);
    if (!number(line, &next, 10, &one)) return sum;
    all = plus(all, one);
  } while (next < line.n && line.p[next] == ',');
  if (next == line.n || line.p[next] != ']') return sum;
  *at = next + 1;
  skip_blanks(line, at); /* before the comma */
  if (!sum) *n = all;
  return true;
}

static bool seconds(str line, size_t *at, uint64_t *ms)
{
  if (!number(line, at, 10, ms)) return false;
  *ms = times(*ms, 1000);
  if (*at == line.n || line.p[*at] != '.') return true;
  ++*at;
  for (uint64_t worth = 100; *at < line.n && ascii_is_digit(line.p[*at]); ++*at, worth /= 10) {
    *ms = plus(*ms, worth * (uint64_t)(line.p[*at] - '0'));
  }
  return true;
}

/* The length up to the first special character. */
static size_t plain_bytes(const char *pattern) { return strcspn(pattern, "#~@=%* "); }

/* Finds the text after a "*": a blank and a word of the pattern, or only the word. */
static bool skip_to(str line, size_t *at, const char *pattern)
{
  const size_t blank = *pattern == ' ', n = plain_bytes(pattern + blank) + blank;
  const size_t found = str_find(line, str_n(pattern, n), *at);
  if (found == SIZE_MAX) return false;
  *at = found;
  return true;
}

static bool fits(str line, const char *pattern, bool hexadecimal_ids, uint64_t taken[TAKEN_MOST])
{
  size_t at = 0, n = 0;
  for (; *pattern != '\0'; pattern++) {
    bool good;
    switch (*pattern) {
    case ' ':
      good = at < line.n && is_blank(line.p[at]);
      skip_blanks(line, &at);
      break;
    case '*': good = skip_to(line, &at, pattern + 1); break;
    case '#': good = number(line, &at, 10, &taken[n++]); break;
    case '~': good = wide_number(line, &at, false, &taken[n++]); break;
    case '@': good = wide_number(line, &at, hexadecimal_ids, &taken[n++]); break;
    case '=': good = under_way(line, &at, &taken[n++]); break;
    case '%': good = seconds(line, &at, &taken[n++]); break;
    default:
      good = at < line.n && line.p[at] == *pattern;
      at++;
      break;
    }
    if (!good) return false;
  }
  return true;
}

/* --- the text -------------------------------------------------------------------------------------------- */

static void grow(struct innodb_status *s, enum innodb_field field, uint64_t n)
{
  s->value[field] = s->there[field] ? plus(s->value[field], n) : n;
  s->there[field] = true;
}

static void take(const struct pattern *p, const uint64_t taken[TAKEN_MOST], struct innodb_status *s)
{
  for (size_t i = 0; i < TAKEN_MOST && p->take[i].how != 0; i++) {
    const enum innodb_field field = p->take[i].field;
    if (p->take[i].how == SET) s->there[field] = false;
    grow(s, field, p->take[i].how == ADD_US ? taken[i] / 1000 : taken[i]);
  }
  if (p->one != INNODB_FIELDS) grow(s, p->one, 1);
}

/* If a section occurs again, only the last one is used: a statement in the list of transactions may look like a
 * heading. */
static void begin_section(enum section section, struct innodb_status *s)
{
  for (size_t i = 0; i < PATTERNS; i++) {
    if (patterns[i].section != section) continue;
    for (size_t k = 0; k < TAKEN_MOST && patterns[i].take[k].how != 0; k++) s->there[patterns[i].take[k].field] = false;
  }
  for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
    if (counted[i].section != section) continue;
    s->value[counted[i].field] = 0;
    s->there[counted[i].field] = true;
  }
}

static bool is_rule(str line)
{
  for (size_t i = 0; i < line.n; i++) {
    if (line.p[i] != '-') return false;
  }
  return line.n >= 3;
}

/* Whether the line is a heading; *section is the section that it begins. */
static bool heading(str line, enum section *section)
{
  for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
    if (!str_eqz(line, headings[i].name)) continue;
    *section = headings[i].section;
    return true;
  }
  return false;
}

struct reading {
  struct innodb_status *status;
  enum section section;
  bool hexadecimal_ids;
  bool after_rule; /* the line before was one of dashes */
  bool merged;     /* the line before was the title of merged operations */
};

static void read_line(struct reading *r, str line)
{
  uint64_t taken[TAKEN_MOST];
  const bool merged = r->merged, after_rule = r->after_rule;
  r->merged = r->section == INSERT_BUFFER && str_eqz(line, "merged operations:");
  r->after_rule = is_rule(line);
  if (after_rule && heading(line, &r->section)) {
    begin_section(r->section, r->status);
    return;
  }
  if (merged && fits(line, merged_operations.text, false, taken)) {
    r->status->there[INNODB_IBUF_MERGED] = false;
    take(&merged_operations, taken, r->status);
    grow(r->status, INNODB_IBUF_MERGED, taken[0]);
    return;
  }
  for (size_t i = 0; i < PATTERNS && r->section != NO_SECTION; i++) {
    if (patterns[i].section == r->section && fits(line, patterns[i].text, r->hexadecimal_ids, taken)) {
      take(&patterns[i], taken, r->status);
      return;
    }
  }
}

void innodb_status_read(str text, bool hexadecimal_ids, struct innodb_status *status)
{
  struct reading r = {status, NO_SECTION, hexadecimal_ids, false, false};
  memset(status, 0, sizeof *status);
  for (str rest = text; rest.n > 0;) {
    read_line(&r, str_sub(str_trim(str_cut(&rest, '\n')), 0, LINE_BYTES));
  }
  /* Active ones are transactions, too. */
  if (status->there[INNODB_TRANSACTIONS]) grow(status, INNODB_TRANSACTIONS, status->value[INNODB_ACTIVE]);
}
