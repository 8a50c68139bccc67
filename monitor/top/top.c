/* Reads the statistics at each interval, keeps the history, and draws. Without a terminal, frames are printed one
 * after the other. */
#include "monitor/top/top.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "monitor/top/history.h"
#include "monitor/top/terminal.h"

enum { BATCH_WIDTH = 80, BATCH_HEIGHT = 50, HOUR_S = 3600 };
#define SECOND_US UINT64_C(1000000)

struct top {
  const struct top_options *o;
  struct monitor_source *source;
  struct snapshot *s;
  struct history history;
  struct screen screen;
  struct buf trouble;
  bool looked;            /* the last look was successful */
  uint64_t trouble_since; /* monotonic microseconds, as all below */
  uint64_t nodes_at;      /* when to query nodes again */
  uint64_t look_at;
  bool utf8;
};

static volatile sig_atomic_t ended;
static void on_end(int signal_number)
{
  (void)signal_number;
  ended = 1;
}

/* --- looking --- */

/* The table of nodes may take long over a network: limit its queries to a tenth of the time. */
static void look(struct top *t)
{
  const uint64_t begin_us = clock_us(CLOCK_MONOTONIC);
  struct stats_value v;
  const bool skip = begin_us < t->nodes_at && t->looked;
  struct buf why = BUF_HEAP;
  snapshot_skip(t->s, STATS_NODE, skip);
  const enum source_look result = t->source->look(t->source, t->s, &why);
  const uint64_t end_us = clock_us(CLOCK_MONOTONIC);
  if (result != SOURCE_LOOKED) {
    if (t->trouble.n == 0) t->trouble_since = end_us;
    buf_clear(&t->trouble);
    buf_str(&t->trouble, buf_view(&why));
  } else {
    buf_clear(&t->trouble);
    if (!skip) t->nodes_at = end_us + 10 * (end_us - begin_us);
    if (snapshot_scalar(t->s, STAT_ficCmpTotal, &v)) history_add(&t->history, snapshot_time(t->s), v.number);
  }
  t->looked = result == SOURCE_LOOKED;
  buf_free(&why);
  t->look_at = end_us + (uint64_t)(t->screen.interval_s * 1e6);
}

static bool of_store(struct top *t, uint64_t until_us, uint64_t step_us, uint32_t *count, size_t n)
{
  return t->source->history != NULL && t->source->history(t->source, until_us, step_us, count, n);
}

/* The counts seen so far, and for earlier times those of the store. */
static void last_hour(void *ctx, uint32_t *count, size_t n)
{
  struct top *t = ctx;
  const uint64_t until_us = snapshot_time(t->s), step_us = HOUR_S * SECOND_US / n;
  uint32_t *stored = xcalloc(n, sizeof *stored);
  history_counts(&t->history, until_us, step_us, count, n);
  if (of_store(t, until_us, step_us, stored, n)) {
    for (size_t i = 0; i < n; i++)
      if (count[i] == HISTORY_UNKNOWN || stored[i] > count[i]) count[i] = stored[i];
  }
  free(stored);
}

/* The rate of the last minute: as seen, or as long as that is less than a minute, as stored. The store's window has a
 * limited number of samples: if none of them is older than a minute, there may have been more. */
static void find_rate(struct top *t)
{
  enum { MINUTES = 60 };
  uint32_t count[MINUTES], older = 0;
  struct screen *c = &t->screen;
  const uint64_t known_us = history_rate(&t->history, 60 * SECOND_US, &c->rate);
  c->has_rate = known_us > 0;
  if (known_us >= 60 * SECOND_US || !of_store(t, snapshot_time(t->s), 60 * SECOND_US, count, MINUTES)) return;
  for (size_t i = 0; i < MINUTES - 1; i++) older |= count[i];
  const double stored = count[MINUTES - 1] / 60.0;
  if (!c->has_rate || older > 0 || stored > c->rate) c->rate = stored;
  c->has_rate = true;
}

/* --- showing --- */

static void draw(struct top *t, struct grid *g)
{
  char now[16] = "";
  struct screen *c = &t->screen;
  const time_t seconds = time(NULL);
  struct tm tm;
  if (localtime_r(&seconds, &tm) != NULL) strftime(now, sizeof now, "%H:%M:%S", &tm);
  c->clock = now;
  c->trouble = t->trouble.n > 0 ? t->trouble.p : "";
  c->trouble_s = (clock_us(CLOCK_MONOTONIC) - t->trouble_since) / SECOND_US;
  c->store_reason = t->source->reason(t->source, STATS_SYSTEM);
  c->alarms_reason = t->source->reason(t->source, STATS_ALARM);
  find_rate(t);
  screen_draw(c, g);
}

static int from_environment(const char *name, int least, int otherwise)
{
  const char *text = getenv(name);
  const int n = text != NULL ? atoi(text) : 0;
  return n >= least && n <= 1000 ? n : otherwise;
}

/* COLUMNS and LINES come first, then the terminal. */
static void print_size(int *width, int *height)
{
  struct winsize size;
  const bool terminal = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= SCREEN_MIN_WIDTH;
  *width = from_environment("COLUMNS", SCREEN_MIN_WIDTH, terminal ? size.ws_col : BATCH_WIDTH);
  *height = from_environment("LINES", SCREEN_MIN_HEIGHT, BATCH_HEIGHT);
}

static bool print_frame(struct top *t)
{
  int width, height;
  struct buf out = BUF_HEAP;
  print_size(&width, &height);
  struct grid *g = grid_new(width, screen_height(&t->screen, width, height), t->utf8);
  draw(t, g);
  grid_print(g, &out);
  grid_free(g);
  const bool written = fwrite(out.p, 1, out.n, stdout) == out.n && fflush(stdout) == 0;
  buf_free(&out);
  return written;
}

/* Waits until the next look, or for a signal. */
static void wait_for_look(const struct top *t)
{
  for (uint64_t now; !ended && (now = clock_us(CLOCK_MONOTONIC)) < t->look_at;) {
    const uint64_t left_us = t->look_at - now;
    const struct timespec pause = {(time_t)(left_us / SECOND_US), (long)(left_us % SECOND_US * 1000)};
    nanosleep(&pause, NULL);
  }
}

static bool has_numbers(const struct top *t)
{
  const uint64_t state = snapshot_number(t->s, STAT_ficStatsState, 0, 0);
  return t->looked && (state == STATS_STATE_OK || state == STATS_STATE_STALE || snapshot_rows(t->s, STATS_SOURCE) > 0);
}

static int run_batch(struct top *t)
{
  bool written = true;
  for (uint32_t n = 0; written && !ended && (t->o->frames == 0 || n < t->o->frames); n++) {
    if (n > 0) {
      wait_for_look(t);
      if (ended) break;
      written = putchar('\n') != EOF;
      look(t);
    }
    written = written && print_frame(t);
  }
  return written && has_numbers(t) ? 0 : 1;
}

/* --- on a terminal --- */

static void change_interval(struct screen *c, bool longer)
{
  static const double steps[] = {0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600};
  enum { STEPS = sizeof steps / sizeof steps[0] };
  if (longer) {
    for (int i = 0; i < STEPS; i++)
      if (steps[i] > c->interval_s) {
        c->interval_s = steps[i];
        return;
      }
  } else {
    for (int i = STEPS - 1; i >= 0; i--)
      if (steps[i] < c->interval_s) {
        c->interval_s = steps[i];
        return;
      }
  }
}

static void scroll(struct screen *c, size_t by, bool down)
{
  if (down) c->scroll += by; /* drawing brings it back into its range */
  else c->scroll = c->scroll > by ? c->scroll - by : 0;
}

/* False: the user wants to quit. */
static bool handle(struct top *t, int key)
{
  struct screen *c = &t->screen;
  if (key == TERMINAL_NONE) return true;
  if (c->help) {
    c->help = false;
    return key != 'q';
  }
  switch (key) {
  case 'q':
  case 'Q': return false;
  case 's': c->sort = (enum screen_sort)((c->sort + 1) % SCREEN_SORTS); break;
  case 'S': c->sort = (enum screen_sort)((c->sort + SCREEN_SORTS - 1) % SCREEN_SORTS); break;
  case 'p':
  case ' ': c->paused = !c->paused; break;
  case 'r': t->look_at = 0; break;
  case '+':
  case '-':
    change_interval(c, key == '+');
    t->look_at = clock_us(CLOCK_MONOTONIC) + (uint64_t)(c->interval_s * 1e6);
    break;
  case 'h':
  case '?': c->help = true; break;
  case TERMINAL_UP: scroll(c, 1, false); break;
  case TERMINAL_DOWN: scroll(c, 1, true); break;
  case TERMINAL_PAGE_UP: scroll(c, c->page, false); break;
  case TERMINAL_PAGE_DOWN: scroll(c, c->page, true); break;
  case TERMINAL_HOME: c->scroll = 0; break;
  case TERMINAL_END: scroll(c, SNAPSHOT_ROWS_MAX, true); break;
  default: break;
  }
  return true;
}

/* At most a second, so that the clock is updated. */
static int wait_ms(const struct top *t)
{
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  if (t->screen.paused || t->look_at > now + SECOND_US) return 1000;
  return t->look_at > now ? (int)((t->look_at - now) / 1000) + 1 : 0;
}

static int run_terminal(struct top *t, struct buf *why)
{
  struct terminal *terminal = terminal_open(why);
  if (terminal == NULL) return 1;
  signal(SIGINT, on_end);
  signal(SIGTERM, on_end);
  signal(SIGHUP, on_end);
  uint32_t frames = 1;
  for (bool go_on = true; go_on && !ended;) {
    int width, height;
    terminal_size(terminal, &width, &height);
    struct grid *g = grid_new(width, height, t->utf8);
    draw(t, g);
    terminal_show(terminal, g);
    grid_free(g);
    go_on = handle(t, terminal_key(terminal, wait_ms(t)));
    if (!go_on || ended || t->screen.paused || (uint64_t)clock_us(CLOCK_MONOTONIC) < t->look_at) continue;
    if (t->o->frames != 0 && frames++ >= t->o->frames) break;
    look(t);
  }
  terminal_close(terminal);
  return 0;
}

/* --- all --- */

static int run(struct top *t, struct buf *why)
{
  look(t);
  if (!t->looked) {
    buf_str(why, buf_view(&t->trouble));
    return 1;
  }
  if (t->o->batch || !isatty(STDOUT_FILENO)) return run_batch(t);
  if (isatty(STDIN_FILENO)) return run_terminal(t, why);
  buf_z(why, "standard input is not a terminal; use --batch");
  return 1;
}

int top_run(const struct top_options *options, struct buf *why)
{
  struct top *t = xcalloc(1, sizeof *t);
  int status = 1;
  setlocale(LC_CTYPE, "");
  t->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  t->o = options;
  t->trouble = BUF_HEAP;
  t->s = snapshot_new();
  screen_want(t->s);
  t->screen = (struct screen){.s = t->s,
                              .from = options->target.host != NULL ? options->target.host : options->target.statsfile,
                              .history = last_hour,
                              .history_ctx = t,
                              .sort = options->sort,
                              .interval_s = options->interval_s,
                              .keys = !options->batch && isatty(STDOUT_FILENO)};
  t->source = monitor_open(&options->target, why);
  if (t->source != NULL) status = run(t, why);
  monitor_close(t->source);
  snapshot_free(t->s);
  buf_free(&t->trouble);
  free(t);
  return status;
}
