/* The files are written by other programs and may be old, truncated or of any version, so only known scalars are taken
 * from them, and a summary is valid only with its essential members. */
#include "collectors/sources/puppet_run.h"

#include <stdio.h>
#include <string.h>

#include "collectors/sources/decimal.h"
#include "collectors/sources/yaml_leaves.h"

static void put_text(char to[PUPPET_TEXT], str text)
{
  if (text.n >= PUPPET_TEXT) text.n = PUPPET_TEXT - 1;
  memcpy(to, text.p, text.n);
  to[text.n] = '\0';
}

/* --- last_run_summary.yaml --- */

static const struct {
  const char *section, *key;
} numbers[PUPPET_NUMBERS] = {
#define PUPPET_NUMBER(section, key, object, unit) {#section, #key},
#include "collectors/sources/puppet_run.def"
};

struct reading {
  struct puppet_summary *summary;
  struct buf *wrong; /* the first error; empty without one */
};

/* Whether it is null, which is neither a number nor an error. */
static bool is_nothing(str text) { return text.n == 0 || str_eqz(text, "~") || str_eqz(text, "null"); }

static int number_of(const char *section, const char *key)
{
  for (int i = 0; i < PUPPET_NUMBERS; i++) {
    if (strcmp(numbers[i].section, section) == 0 && strcmp(numbers[i].key, key) == 0) return i;
  }
  return -1;
}

/* Takes the time of a type; these are among the times of phases. */
static void take_type(struct puppet_summary *s, const char *key, double seconds)
{
  if (seconds <= s->slowest_s) return;
  s->slowest_s = seconds;
  put_text(s->slowest, str_of(key));
}

/* Reports an error. Always returns false. */
static bool mistake(struct reading *r, const struct yaml_leaf *leaf, const char *what)
{
  buf_printf(r->wrong, "line %zu: %s", leaf->line, leaf->keys[0]);
  if (leaf->depth > 1) buf_printf(r->wrong, ".%s", leaf->keys[1]);
  buf_printf(r->wrong, ": %s", what);
  return false;
}

static bool take_number(struct reading *r, const struct yaml_leaf *leaf)
{
  struct puppet_summary *s = r->summary;
  const char *section = leaf->keys[0], *key = leaf->keys[1];
  const str text = leaf->text;
  const int at = number_of(section, key);
  const bool is_time = strcmp(section, "time") == 0;
  double value;
  uint64_t moment;
  if (is_nothing(text)) return true;
  if (!decimal_parse(text, &value) || value < 0) {
    return at < 0 && !is_time ? true : mistake(r, leaf, "expected a number that is not negative");
  } else if (at >= 0) {
    s->there[at] = true;
    s->numbers[at] = value;
  } else if (is_time && strcmp(key, "last_run") == 0) {
    s->last_run = decimal_scale(value, 1, &moment) ? moment : 0;
  } else if (is_time) {
    take_type(s, key, value);
  }
  return true;
}

static void take_word(struct puppet_summary *s, const char *section, const char *key, str text)
{
  if (is_nothing(text)) return;
  if (strcmp(section, "version") == 0) {
    if (strcmp(key, "config") == 0) put_text(s->config, text);
    if (strcmp(key, "puppet") == 0) put_text(s->version, text);
  } else if (strcmp(section, "application") == 0) {
    if (strcmp(key, "converged_environment") == 0) put_text(s->environment, text);
    if (strcmp(key, "run_mode") == 0) put_text(s->run_mode, text);
  }
}

static bool take_summary(void *to, const struct yaml_leaf *leaf)
{
  struct reading *r = to;
  struct puppet_summary *s = r->summary;
  if (leaf->depth != 2) {
    return leaf->depth != 1 || is_nothing(leaf->text) ||
           mistake(r, leaf, "a value that a summary of Puppet does not contain");
  }
  const char *section = leaf->keys[0];
  s->resources = s->resources || strcmp(section, "resources") == 0;
  s->changes = s->changes || strcmp(section, "changes") == 0;
  s->events = s->events || strcmp(section, "events") == 0;
  take_word(s, section, leaf->keys[1], leaf->text);
  if (strcmp(section, "version") == 0 || strcmp(section, "application") == 0) return true;
  return take_number(r, leaf);
}

/* Checks for missing members, because a truncated file is often valid YAML. */
static const char *missing(const struct puppet_summary *s)
{
  if (s->last_run == 0) return "it is incomplete: it has no time.last_run";
  if (s->resources && !s->changes) return "it is incomplete: it has no changes";
  if (s->resources && !s->events) return "it is incomplete: it has no events";
  return NULL;
}

bool puppet_summary_read(str text, struct puppet_summary *summary, struct buf *why)
{
  struct reading r = {.summary = summary, .wrong = why};
  const size_t before = why->n;
  struct yaml_leaves leaves = {.lump = PUPPET_SUMMARY_BYTES, .leaf = take_summary, .to = &r};
  *summary = (struct puppet_summary){.last_run = 0};
  if (text.n == 0) {
    buf_z(why, "it is empty");
    return false;
  }
  if (!yaml_leaves_text(text, &leaves, why)) return false;
  const char *incomplete = text.p[text.n - 1] != '\n' ? "it is incomplete: the last line has no line end"
                                                      : missing(summary);
  if (why->n == before && incomplete != NULL) buf_z(why, incomplete);
  return why->n == before;
}

bool puppet_summary_without_catalog(const struct puppet_summary *s)
{
  return !s->resources || !s->there[PUPPET_resources_total] || s->numbers[PUPPET_resources_total] < 1;
}

/* --- last_run_report.yaml --- */

/* The message of the log that is being read. */
struct message {
  uint64_t item;
  bool any;
  bool error, warning, of_facts;
  char text[PUPPET_TEXT];
};

struct report_reading {
  struct puppet_report *report;
  struct message message;
};

static bool is_true(str text) { return str_eqz(text, "true"); }

/* Symbols of Ruby have a colon. */
static str word(str text) { return text.n > 0 && text.p[0] == ':' ? str_from(text, 1) : text; }

static enum puppet_cached cached_of(str text)
{
  if (str_eqz(text, "not_used")) return PUPPET_CACHED_NOT_USED;
  if (str_eqz(text, "explicitly_requested")) return PUPPET_CACHED_REQUESTED;
  if (str_eqz(text, "on_failure")) return PUPPET_CACHED_ON_FAILURE;
  return PUPPET_CACHED_UNKNOWN;
}

/* Messages of Facter come last, because it logs its problems on every run. */
static void end_message(struct report_reading *r)
{
  const struct message *m = &r->message;
  struct puppet_report *to = r->report;
  if (m->any && m->warning) to->warnings++;
  if (m->any && m->error) {
    if (to->errors++ == 0 || (!to->own_error && !m->of_facts)) {
      memcpy(to->error, m->text, sizeof to->error);
      to->own_error = !m->of_facts;
    }
  }
  r->message = (struct message){.any = false};
}

static void take_message(struct report_reading *r, const struct yaml_leaf *leaf)
{
  struct message *m = &r->message;
  const char *key = leaf->keys[2];
  const str level = word(leaf->text);
  if (m->any && m->item != leaf->item) end_message(r);
  m->any = true;
  m->item = leaf->item;
  if (strcmp(key, "level") == 0) {
    m->warning = str_eqz(level, "warning");
    m->error = str_eqz(level, "err") || str_eqz(level, "alert") || str_eqz(level, "emerg") || str_eqz(level, "crit");
  } else if (strcmp(key, "message") == 0) {
    put_text(m->text, leaf->text);
  } else if (strcmp(key, "source") == 0) {
    m->of_facts = str_eqz(leaf->text, "Facter");
  }
}

static void take_top(struct puppet_report *to, const char *key, str text)
{
  text = word(text);
  if (strcmp(key, "status") == 0) {
    to->failed = str_eqz(text, "failed");
  } else if (strcmp(key, "noop") == 0) {
    to->has_noop = true;
    to->noop = is_true(text);
  } else if (strcmp(key, "noop_pending") == 0) {
    to->noop_pending = is_true(text);
  } else if (strcmp(key, "environment") == 0) {
    put_text(to->environment, text);
  } else if (strcmp(key, "server_used") == 0 || strcmp(key, "master_used") == 0) { /* before 7: master_used */
    put_text(to->server, is_nothing(text) ? STR_EMPTY : text);
  } else if (strcmp(key, "cached_catalog_status") == 0) {
    to->cached = cached_of(text);
  }
}

static bool take_report(void *to, const struct yaml_leaf *leaf)
{
  struct report_reading *r = to;
  if (leaf->depth == 1) take_top(r->report, leaf->keys[0], leaf->text);
  if (leaf->depth == 3 && strcmp(leaf->keys[0], "logs") == 0) take_message(r, leaf);
  return true;
}

bool puppet_report_read(bool (*read)(void *ctx, unsigned char *to, size_t size, size_t *n), void *ctx,
                        struct puppet_report *report, struct buf *why)
{
  struct report_reading r = {.report = report};
  const struct yaml_leaves leaves = {
    .read = read, .ctx = ctx, .aliases = true, .lump = PUPPET_REPORT_LUMP, .leaf = take_report, .to = &r};
  *report = (struct puppet_report){.there = false};
  report->there = yaml_leaves_read(&leaves, why);
  end_message(&r);
  return report->there;
}
