/* Throws made types and values at the compiler and checks what must hold for all of them: every compilation ends within
 * its limits and leaves the process able to compile the next one; a type accepts itself; an inferred type accepts its
 * value; a type that accepts another one accepts its values; a type is read from its text as what it was.
 *
 *   properties [--seed N] [--cases N] [--only N] [--limit-ms N] [--show]
 *
 * Types are nests of aliases (recursive ones too), variants, structs, tuples, callables, objects; values and types
 * share parts, so that there are more ways through them than time. The same seed makes the same cases. --only runs one
 * case and --show prints its manifest. Prints what failed, and "N passed, M failed". */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "compiler/compile.h"
#include "compiler/node/node.h"
#include "compiler/node/settings_values.h"

enum { MOST_ALIASES = 40, MOST_DEPTH = 4, MARGIN_MS = 4000, MEMORY_MIB = 128, MEMORY_MARGIN_MIB = 64 };

static uint64_t state;
static struct host host;
static const struct hash *settings_hash;
static struct arena *forever;
static long limit_ms = 200;
static struct buf notices = BUF_HEAP;

/* splitmix64 */
static uint64_t next(void)
{
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static unsigned below(unsigned n) { return (unsigned)(next() % n); }
static bool one_in(unsigned n) { return below(n) == 0; }

/* --- types as text --- */

struct making {
  struct buf *out;
  unsigned naliases; /* names A0 to A(n - 1) may be used */
  unsigned after;    /* only those from here on, but for a recursive one now and then */
  bool odd;          /* kinds too for which Puppet does not keep the laws */
  bool legible;      /* without what Puppet does not write as it reads it */
};

static void put_type(struct making *m, unsigned depth);

static void put_types(struct making *m, unsigned n, unsigned depth)
{
  for (unsigned i = 0; i < n; i++) {
    if (i > 0) buf_z(m->out, ", ");
    put_type(m, depth);
  }
}

static void put_range(struct making *m)
{
  const unsigned from = below(3);
  buf_printf(m->out, "%u, %u", from, from + below(3));
}

static void put_struct(struct making *m, unsigned depth)
{
  buf_char(m->out, '{');
  for (unsigned i = 0, n = 1 + below(3); i < n; i++) {
    if (i > 0) buf_z(m->out, ", ");
    buf_printf(m->out, !m->legible && one_in(3) ? "Optional['%c'] => " : "'%c' => ", 'a' + (int)i);
    put_type(m, depth);
  }
  buf_char(m->out, '}');
}

static void put_plain_type(struct making *m)
{
  static const char *const names[] = {
    "Integer", "String",        "Boolean",    "Float",         "Undef",   "Numeric", "Any",      "Scalar",
    "Data",    "Integer[1, 2]", "Integer[0]", "Boolean[true]", "Default", "Regexp",  "RichData", "Float[0.5, 2.5]",
    "Type",    "String[1]",     "ScalarData", "Array",         "Hash"};
  static const char *const odd[] = {"Enum['a', 'b']",   "Pattern[/a/, /^b/]", "String[1, 3]", "Enum['A', true]",
                                    "Collection[1, 2]", "Iterable",           "Callable",     "Timespan",
                                    "SemVer",           "Sensitive",          "Tuple[0, 3]",  "Runtime['ruby', 'X']",
                                    "Resource",         "Class['x']",         "CatalogEntry", "Unit",
                                    "NotUndef",         "Optional",           "Object",       "Init"};
  const unsigned nodd = sizeof odd / sizeof *odd - (m->legible ? 2 : 0);
  if (m->odd && one_in(3)) buf_z(m->out, odd[below(nodd)]);
  else buf_z(m->out, names[below(sizeof names / sizeof *names)]);
}

static void put_wrapped(struct making *m, const char *name, unsigned n, unsigned depth)
{
  buf_printf(m->out, "%s[", name);
  put_types(m, n, depth);
  buf_char(m->out, ']');
}

static void put_odd_type(struct making *m, unsigned depth)
{
  /* Sensitive generalizes its type each time, Init asks what its type makes. */
  static const char *const wraps[] = {"Optional", "NotUndef", "Iterable", "Iterator", "Type", "Sensitive", "Init"};
  const unsigned nwraps = sizeof wraps / sizeof *wraps - (m->legible ? 2 : 0);
  switch (below(3)) {
  case 0:
    /* One that takes nothing but a block is written with a size that it has not got. */
    buf_z(m->out, m->legible ? "Callable[Integer, " : "Callable[");
    put_types(m, 1 + below(3), depth);
    buf_char(m->out, ']');
    break;
  case 1: put_wrapped(m, wraps[below(nwraps)], 1, depth); break;
  default:
    buf_z(m->out, "Tuple[");
    put_types(m, 1 + below(2), depth);
    buf_z(m->out, ", ");
    put_range(m);
    buf_char(m->out, ']');
  }
}

static void put_type(struct making *m, unsigned depth)
{
  if (m->naliases > 0 && one_in(2)) {
    const unsigned from = one_in(6) ? 0 : m->after;
    if (from < m->naliases) {
      buf_printf(m->out, "A%u", one_in(3) ? from : from + below(m->naliases - from));
      return;
    }
  }
  if (depth == 0) {
    put_plain_type(m);
    return;
  }
  if (m->odd && one_in(4)) {
    put_odd_type(m, depth - 1);
    return;
  }
  switch (below(7)) {
  case 0: put_wrapped(m, "Array", 1, depth - 1); break;
  case 1:
    buf_z(m->out, "Hash[String, ");
    put_type(m, depth - 1);
    buf_char(m->out, ']');
    break;
  case 2: put_wrapped(m, "Tuple", 1 + below(3), depth - 1); break;
  case 3: put_wrapped(m, "Variant", 2 + below(3), depth - 1); break;
  case 4:
    buf_z(m->out, "Struct[");
    put_struct(m, depth - 1);
    buf_char(m->out, ']');
    break;
  case 5: put_wrapped(m, "Optional", 1, depth - 1); break;
  default: put_plain_type(m);
  }
}

/* Each alias is made of later ones, and twice of the next one often: a few make a type without end. */
static void put_aliases(struct making *m, unsigned n)
{
  static const char *const twice[] = {"Tuple[A%u, A%u]",
                                      "Struct[{'a' => A%u, 'b' => A%u}]",
                                      "Variant[Array[A%u], Tuple[A%u]]",
                                      "Variant[A%u, Array[A%u]]",
                                      "Hash[A%u, A%u]",
                                      "Callable[A%u, A%u]",
                                      "Variant[Array[A%u], Hash[String, A%u]]",
                                      "Tuple[A%u, Optional[A%u]]"};
  const bool chain = one_in(2);
  const unsigned kind = below(sizeof twice / sizeof *twice);
  m->naliases = n;
  for (unsigned i = 0; i < n; i++) {
    buf_printf(m->out, "type A%u = ", i);
    m->after = i + 1;
    if (chain && i + 1 < n) buf_printf(m->out, twice[one_in(8) ? below(8) : kind], i + 1, i + 1);
    else if (i + 1 == n) put_plain_type(m);
    else put_type(m, 2);
    buf_char(m->out, '\n');
  }
  m->after = 0;
}

/* --- values as text --- */

static bool with_undef; /* what several values have in common forgets that one of them is undef */

static void put_value(struct buf *out, unsigned depth)
{
  static const char *const plain[] = {"1",
                                      "2",
                                      "-5",
                                      "'a'",
                                      "'b'",
                                      "'long text'",
                                      "''",
                                      "true",
                                      "false",
                                      "1.5",
                                      "default",
                                      "/a/",
                                      "Integer",
                                      "String[1]",
                                      "Timespan('1-00:00:00')",
                                      "SemVer('1.2.3')",
                                      "undef"};
  if (depth == 0 || one_in(4)) {
    buf_z(out, plain[below(sizeof plain / sizeof *plain - !with_undef)]);
    return;
  }
  const unsigned n = below(4);
  switch (below(4)) {
  case 0:
  case 1:
    buf_char(out, '[');
    for (unsigned i = 0; i < n; i++) {
      if (i > 0) buf_z(out, ", ");
      put_value(out, depth - 1);
    }
    buf_char(out, ']');
    break;
  case 2:
    buf_char(out, '{');
    for (unsigned i = 0; i < n; i++) {
      buf_printf(out, "%s'%c' => ", i > 0 ? ", " : "", 'a' + (int)i);
      put_value(out, depth - 1);
    }
    buf_char(out, '}');
    break;
  default:
    buf_z(out, "Sensitive(");
    put_value(out, depth - 1);
    buf_char(out, ')');
  }
}

/* $NAME is a value, or one that is made of itself so often that it has no end. */
static void put_variable(struct buf *out, char name)
{
  static const char *const steps[] = {"[$m, $m]",
                                      "{ 'a' => $m, 'b' => $m }",
                                      "[[$m], $m, 1]",
                                      "{ 'a' => [$m, $m] }",
                                      "Tuple[$m, $m]",
                                      "Variant[Array[$m], Tuple[$m, $m]]",
                                      "Struct[{'a' => $m, 'b' => $m}]"};
  const unsigned step = below(sizeof steps / sizeof *steps);
  buf_printf(out, "$%c = ", name);
  if (one_in(3)) {
    buf_printf(out, "Integer[1, %u].reduce(", one_in(2) ? 60 : 1 + below(12));
    if (step >= 4) buf_z(out, "Integer");
    else put_value(out, 1);
    buf_printf(out, ") |$m, $i| { %s }\n", steps[step]);
  } else {
    put_value(out, 3);
    buf_char(out, '\n');
  }
}

/* --- what is done with them: T, U stand for types, $x, $y for values --- */

static const char *const work[] = {
  "$z = $x =~ @T",
  "$z = @T <= @U",
  "$z = @T == @U",
  "$z = @T < @U",
  "$z = assert_type(@T, $x)",
  "$z = assert_type(@T, @U)",
  "$z = String(@T)",
  "$z = String($x)",
  "$z = String($x, '%#p')",
  "$z = \"${x}\"",
  "$z = \"${@T}\"",
  "$z = type($x)",
  "$z = type($x, 'generalized')",
  "$z = type($x, 'reduced')",
  "$z = type([$x, $y])",
  "$z = type(@T)",
  "function f(@T $p) >> @U { $p }\n$z = f($x)",
  "$z = [$x, $y].map |@T $p| { $p }",
  "$z = with($x) |@T $p| { $p }",
  "class k(@T $p, @U $q = $p) { }\nclass { 'k': p => $x }",
  "define d(@T $p) { }\nd { 'd': p => $x }",
  "$z = @T.new($x)",
  "$z = new(@T, $x, $y)",
  "$z = Init[@T].new($x)",
  "$z = $x =~ Init[@T]",
  "$z = sprintf('%s %p', $x, $y)",
  "$z = unique([$x, $y, $x])",
  "$z = $x == $y",
  "$z = $x in [$y, [$x]]",
  "notify { 'n': message => $x }",
  "notify { 'n': message => Sensitive([$x, $y]) }",
  "notify { 'n': message => @T }",
  "$z = Array($x)",
  "$z = Hash($x)",
  "$z = flatten([$x, $y])",
  "case $x { @T: { } @U: { } default: { } }",
  "$z = $x ? { @T => 1, $y => 2, default => 3 }",
  "$z = String(Variant[@T, @U])",
  "$z = Struct[{'k' => @T}] <= Struct[{'k' => @U}]",
  "$z = Callable[@T] <= Callable[@U]",
  "type O = Object[{attributes => {'a' => @T, 'b' => {type => @U, value => undef}}}]\n$z = O($x)",
  "type O = Object[{attributes => {'a' => @T}}]\n$z = O('a' => $x) == O('a' => $y)",
  "$z = lookup('no', { default_values_hash => { 'no' => { 'h' => $x } }, merge => 'deep' })",
  "$z = lookup('no', { default_value => $x, value_type => @T })",
  "$z = [$x] - [$y]",
  "$z = [$x] + [$y] + [@T]",
  "$z = { $x => 1, $y => 2 }",
  "$z = tree_each([$x]).map |$e| { 1 }",
  "$z = inline_epp('<%= $v %>', { 'v' => $x })",
  "$z = inline_template('<%= @x.inspect %><%= @y.to_s %>')",
  "$z = join([$x, $y], ',')",
  "$z = get($x, 'a.b.0')",
  "$z = dig([$x], 0, 0)",
  "$z = $x.filter |$e| { $e =~ @T }",
  "notice($x, @T)",
  "fail($x)",
  "$z = Deferred('f', [$x])",
  "$z = [@T, @U].unique",
  "$z = Type[@T] <= Type[@U]",
  "$z = Optional[@T] == NotUndef[@U]",
  "$z = Sensitive($x) == Sensitive($y)",
  "$z = @T =~ Type[@U]",
  "$z = [$x, $y].sort |$p, $q| { compare($p, $q) }",
  "$z = $x.then |$e| { assert_type(@U, $e) }",
  "Notify <| message == $x |>\nnotify { 'n': message => $y }",
  "$z = convert_to($x, @T)",
  "$z = match(['a'], @T)",
  "function g(@T *$p) { $p }\n$z = g($x, $y)",
  "function h(@T $p, @U &$b) { $p }\n$z = h($x) |@T $q| { $q }",
};

static const char *const laws[] = {
  "unless @T <= @T { fail('LAW: a type accepts itself') }",
  "unless @T == @T { fail('LAW: a type is itself') }",
  "unless $x =~ type($x) { fail('LAW: an inferred type accepts its value') }",
  "unless $x =~ type($x, 'reduced') { fail('LAW: a reduced type accepts its value') }",
  "unless $x =~ type($x, 'generalized') { fail('LAW: a generalized type accepts its value') }",
  "if @T <= @U and $x =~ @U { }\nif @U <= @T and $x =~ @U { unless $x =~ @T { fail('LAW: a wider type refuses') } }",
  "unless $x == $x { fail('LAW: a value is itself') }",
  "unless [$x, $x].unique == [$x] { fail('LAW: equal values are one') }",
  "if $x =~ @T { unless $x =~ Variant[@U, @T] { fail('LAW: a variant accepts what one of its types does') } }",
  "if $x =~ @T { unless [$x] =~ Array[@T] { fail('LAW: an array accepts what its element type does') } }",
  "if $x =~ @T and !($x =~ Undef) { unless assert_type(@T, $x) == $x { fail('LAW: assert_type gives the value') } }",
};

static void put_work(struct making *m, const char *text)
{
  struct buf t = BUF_HEAP, u = BUF_HEAP;
  struct buf *const out = m->out;
  m->out = &t;
  put_type(m, MOST_DEPTH - 1);
  m->out = &u;
  put_type(m, MOST_DEPTH - 1);
  m->out = out;
  for (; *text != '\0'; text++) {
    if (text[0] == '@' && (text[1] == 'T' || text[1] == 'U')) buf_str(out, buf_view(*++text == 'T' ? &t : &u));
    else buf_char(out, *text);
  }
  buf_char(out, '\n');
  buf_free(&t);
  buf_free(&u);
}

/* --- compiling --- */

static void keep_notice(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                        str place)
{
  (void)ctx, (void)category, (void)source, (void)place;
  if (level != CLOG_NOTICE) return;
  buf_str(&notices, message);
  buf_char(&notices, '\n');
}

struct outcome {
  bool ok;
  char message[400];
  double seconds;
  size_t bytes;
};

static double cpu_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long running;

/* What does not come back at all. */
static void on_alarm(int signal)
{
  char text[128];
  (void)signal;
  const int n = snprintf(text, sizeof text, "FAILED: case %ld: no end\n0 passed, 1 failed\n", running);
  _exit(write(STDOUT_FILENO, text, (size_t)n) == n ? 1 : 2);
}

static struct outcome compile_text(str code)
{
  struct outcome o = {0};
  struct arena *a = arena_new();
  const struct environment_options options = {.name = STR("production"),
                                              .hiera_config = STR("/nonexistent/hiera.yaml"),
                                              .codedir = STR("/nonexistent"),
                                              .has_code = true,
                                              .code = code};
  struct environment *env = environment_new(&options, &host);
  const struct server_identity server = {
    .version = STR("7.23.0"), .name = STR("s.example.com"), .ip = STR("192.0.2.1")};
  struct node_data node;
  node_make(a, STR("n.example.com"), hash_new(a, 1), &(struct node_identity){STR("local"), STR("n.example.com"), NULL},
            STR("production"), &server, &node);
  const struct compile_settings settings = {.server_version = STR("7.23.0"),
                                            .values = settings_hash,
                                            .write_json = true,
                                            .time_limit_ms = limit_ms,
                                            .memory_limit_bytes = (size_t)MEMORY_MIB << 20};
  buf_clear(&notices);
  const double began = cpu_now();
  struct compile_result r = compile(env, &node, &settings, &host, NULL);
  o.seconds = cpu_now() - began;
  o.ok = r.ok;
  o.bytes = arena_held_bytes(r.arena);
  if (!r.ok) snprintf(o.message, sizeof o.message, "%.*s", STR_FMT(r.message));
  compile_result_free(&r);
  environment_free(env);
  arena_free(a);
  return o;
}

static unsigned passed, failed;

static void complain(long n, const char *what, const struct outcome *o, str code)
{
  failed++;
  printf("FAILED: case %ld: %s (%.2f s, %zu MiB): %s\n", n, what, o->seconds, o->bytes >> 20, o->message);
  if (failed <= 5) printf("%.*s\n", (int)(code.n < 3000 ? code.n : 3000), code.p);
}

/* The process is as it was before. */
static bool still_works(long n)
{
  const str code = STR("type T = Variant[Integer, Array[T]]\nnotice([1, [2]] =~ T, type([1, 'a']), String(T))\n");
  const struct outcome o = compile_text(code);
  if (o.ok && str_eqz(buf_view(&notices), "true Tuple[Integer[1, 1], String] T = Variant[Integer, Array[T]]\n"))
    return true;
  complain(n, "the next compilation is wrong", &o, buf_view(&notices));
  return false;
}

static void run_case(long n, bool show)
{
  struct buf code = BUF_HEAP;
  const bool law = one_in(3);
  with_undef = !law;
  struct making m = {.out = &code, .odd = !law};
  if (!law || one_in(2)) put_aliases(&m, 1 + (one_in(2) ? MOST_ALIASES - 1 : below(6)));
  put_variable(&code, 'x');
  put_variable(&code, 'y');
  put_work(&m, law ? laws[below(sizeof laws / sizeof *laws)] : work[below(sizeof work / sizeof *work)]);
  if (show) printf("%.*s", STR_FMT(buf_view(&code)));
  const struct outcome o = compile_text(buf_view(&code));
  if (show) printf("-> %s %s\n", o.ok ? "ok" : "failed:", o.message);
  if (o.seconds * 1000 > (double)(limit_ms + MARGIN_MS)) complain(n, "too much time", &o, buf_view(&code));
  else if (o.bytes >> 20 > MEMORY_MIB + MEMORY_MARGIN_MIB) complain(n, "too much memory", &o, buf_view(&code));
  else if (strstr(o.message, "LAW: ") != NULL) complain(n, "a law is broken", &o, buf_view(&code));
  else if (still_works(n)) passed++;
  buf_free(&code);
}

/* A type without aliases, as text, read again, and as text again. */
static void run_text_case(long n, bool show)
{
  struct buf code = BUF_HEAP;
  struct making m = {.out = &code, .odd = true, .legible = true};
  buf_z(&code, "notice(String(");
  put_type(&m, MOST_DEPTH);
  buf_z(&code, "))\n");
  const struct outcome o = compile_text(buf_view(&code));
  if (show) printf("%.*s-> %s %s\n", STR_FMT(buf_view(&code)), o.ok ? "ok" : "failed:", o.message);
  if (o.ok && notices.n > 0) {
    struct buf again = BUF_HEAP;
    const str text = str_trim(buf_view(&notices));
    const size_t from = strlen("notice(String(");
    buf_printf(&again,
               "$a = %.*s\n$b = %.*s\nunless $a == $b and String($a) == String($b) "
               "{ fail(\"LAW: a type is read from its text ${a} ${b}\") }\n",
               (int)(code.n - from - 3), code.p + from, STR_FMT(text));
    const struct outcome p = compile_text(buf_view(&again));
    if (!p.ok) complain(n, "the text of a type", &p, buf_view(&again));
    else passed++;
    buf_free(&again);
  } else {
    passed++;
  }
  buf_free(&code);
}

int main(int argc, char **argv)
{
  static const struct option names[] = {
    {"seed", required_argument, NULL, 's'}, {"cases", required_argument, NULL, 'c'},
    {"only", required_argument, NULL, 'o'}, {"limit-ms", required_argument, NULL, 'l'},
    {"show", no_argument, NULL, 'v'},       {0}};
  long seed = 1, cases = 400, only = -1;
  bool show = false;
  for (int opt; (opt = getopt_long(argc, argv, "", names, NULL)) != -1;) {
    if (opt == 's') seed = strtol(optarg, NULL, 10);
    else if (opt == 'c') cases = strtol(optarg, NULL, 10);
    else if (opt == 'o') only = strtol(optarg, NULL, 10);
    else if (opt == 'l') limit_ms = strtol(optarg, NULL, 10);
    else if (opt == 'v') show = true;
    else return 2;
  }
  signal(SIGPROF, on_alarm);
  setvbuf(stdout, NULL, _IOLBF, 0);
  forever = arena_new();
  host = host_real(keep_notice, NULL);
  settings_hash = settings_values(forever, settings_new(), STR("production"), STR_EMPTY, NULL, 0);
  for (long i = 0; i < cases; i++) {
    if (only >= 0 && i != only) continue;
    state = (uint64_t)seed << 32 ^ (uint64_t)i;
    running = i;
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = limit_ms / 1000 + 20}}, NULL);
    if (i % 4 == 3) run_text_case(i, show);
    else run_case(i, show);
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
