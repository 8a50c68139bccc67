/* The shipped alarms are added first, then the file is read over them. Errors of an alarm are kept in its
 * definition and logged by the caller. */
#include "subagent/alarm/alarm_config.h"

#include <errno.h>
#include <stdlib.h>

#include "base/file.h"
#include "collectors/keyfile.h"

enum { CONFIG_FILE_MAX = 256 * 1024, MISTAKES_MAX = 100, RATE_MAX = 10000 };

/* The state of reading a file. */
struct reading {
  struct alarm_config *config;
  const struct alarm_source *source;
  const char *name;
  const struct keyfile_line *line;
  enum { IN_NOTHING, IN_ALARM, IN_CONTROL, IN_BAD } in;
  size_t alarm;
  unsigned opened;           /* line of the section */
  unsigned given;            /* keys seen in it, as bits of their numbers in the tables below */
  bool seen[ALARMS_MAX + 1]; /* sections; the last is [notifications] */
};

enum text_key { KEY_OBJECT, KEY_ROWS, KEY_DESCRIPTION, TEXT_KEYS };
static const char *const text_keys[TEXT_KEYS] = {"object", "rows", "description"};

enum plain_key { KEY_RATE, KEY_BURST, KEY_NODE_STALE, PLAIN_KEYS };
static const struct {
  const char *name;
  enum alarm_unit unit;
  uint32_t least, most;
} plain_keys[PLAIN_KEYS] = {
  {"rate", ALARM_UNIT_PLAIN, 1, RATE_MAX},
  {"burst", ALARM_UNIT_PLAIN, 1, RATE_MAX},
  {"node_stale", ALARM_UNIT_SECONDS, 0, UINT32_MAX},
};

/* --- mistakes -------------------------------------------------------------------------------------------- */

static void mistake_at(struct reading *r, unsigned line, size_t column, const char *why)
{
  struct alarm_config *c = r->config;
  struct buf one = BUF_HEAP;
  buf_printf(&one, "%s:%u:%zu: %s", r->name, line, column, why);
  if (r->in == IN_ALARM && c->alarm[r->alarm].mistake[0] == '\0') {
    free(c->alarm[r->alarm].mistake);
    c->alarm[r->alarm].mistake = xstrdup(one.p);
  }
  if (c->mistake_count++ < MISTAKES_MAX) {
    buf_z(&c->mistakes, one.p);
    buf_char(&c->mistakes, '\n');
  }
  buf_free(&one);
}

/* Adds an error at a part of the present line. */
static void mistake(struct reading *r, str part, const char *why)
{
  mistake_at(r, r->line->number, keyfile_column(r->line, part), why);
}

/* --- definitions ----------------------------------------------------------------------------------------- */

static void replace(char **text, str with)
{
  free(*text);
  *text = xmalloc(with.n + 1);
  memcpy(*text, with.p, with.n);
  (*text)[with.n] = '\0';
}

static size_t add_alarm(struct alarm_config *c, str name)
{
  c->alarm = xrealloc(c->alarm, (c->count + 1) * sizeof *c->alarm);
  struct alarm_definition *d = &c->alarm[c->count];
  *d = (struct alarm_definition){
    .mistake = xstrdup(""), .object_name = xstrdup(""), .rows = xstrdup(""), .description = xstrdup("")};
  d->value[ALARM_SEVERITY] = ALARM_MINOR;
  d->value[ALARM_ENABLED] = ALARM_TRUE;
  replace(&d->name, name);
  return c->count++;
}

long alarm_config_find(const struct alarm_config *c, str name)
{
  for (size_t i = 0; i < c->count; i++) {
    if (str_eqz(name, c->alarm[i].name)) return (long)i;
  }
  return -1;
}

/* A unit test checks that the values of the list are valid. */
static void add_shipped(struct alarm_config *c, const struct alarm_source *source)
{
  static const struct {
    const char *name, *object, *rows, *value[ALARM_KEYS], *description;
  } shipped[] = {
#define ALARM(name, object, rows, rising, falling, hold, severity, enabled, description) \
  {name, object, rows, {rising, falling, hold, severity, enabled}, description},
#include "subagent/alarm/alarms.def"
#undef ALARM
  };
  struct buf why = BUF_HEAP;
  for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++) {
    struct alarm_object object;
    if (!source->object(source->ctx, str_of(shipped[i].object), &object, &why)) continue;
    const size_t added = add_alarm(c, str_of(shipped[i].name));
    struct alarm_definition *d = &c->alarm[added];
    d->shipped = true;
    d->object = object;
    replace(&d->object_name, str_of(shipped[i].object));
    replace(&d->rows, str_of(shipped[i].rows));
    replace(&d->description, str_of(shipped[i].description));
    for (int key = 0; key < ALARM_KEYS; key++)
      alarm_value_parse((enum alarm_key)key, object.unit, str_of(shipped[i].value[key]), &d->value[key], &why);
  }
  buf_free(&why);
}

static const char *const shipped_names[] = {
#define ALARM(name, ...) name,
#include "subagent/alarm/alarms.def"
#undef ALARM
};

static bool is_shipped(const char *name)
{
  for (size_t i = 0; i < sizeof shipped_names / sizeof shipped_names[0]; i++) {
    if (strcmp(name, shipped_names[i]) == 0) return true;
  }
  return false;
}

/* --- sections -------------------------------------------------------------------------------------------- */

bool alarm_name_valid(str text)
{
  bool good = text.n >= 1 && text.n <= ALARM_NAME_MAX && !str_eqz(text, "notifications");
  for (size_t i = 0; i < text.n; i++) {
    const char b = text.p[i];
    good = good && (ascii_is_lower(b) || ascii_is_digit(b) || b == '-' || b == '_');
  }
  return good;
}

/* Checks that are only possible at the end of a section. */
static void end_section(struct reading *r)
{
  if (r->in != IN_ALARM) return;
  struct alarm_definition *d = &r->config->alarm[r->alarm];
  struct buf why = BUF_HEAP;
  const unsigned thresholds = 1u << ALARM_RISING | 1u << ALARM_FALLING;
  if (d->mistake[0] != '\0') {
    /* One error is enough. */
  } else if (d->object_name[0] == '\0' && is_shipped(d->name)) {
    buf_printf(&why, "alarm \"%s\" watches an object that this version's MIB does not have", d->name);
  } else if (d->object_name[0] == '\0') {
    buf_printf(&why, "no shipped alarm is named \"%s\", so expected a key object; shipped are", d->name);
    for (size_t i = 0; i < sizeof shipped_names / sizeof shipped_names[0]; i++)
      buf_printf(&why, "%s %s", i == 0 ? "" : ",", shipped_names[i]);
  } else if (!d->shipped && (r->given & thresholds) != thresholds) {
    buf_printf(&why, "alarm \"%s\": expected the keys rising and falling", d->name);
  } else if (d->value[ALARM_RISING] == d->value[ALARM_FALLING]) {
    buf_printf(&why, "alarm \"%s\": expected rising and falling to differ", d->name);
  } else if (d->rows[0] != '\0' && !d->object.table) {
    buf_printf(&why, "alarm \"%s\": the key rows is not allowed, since %s is not an object of a table", d->name,
               d->object_name);
  }
  if (why.n > 0) mistake_at(r, r->opened, 1, why.p);
  buf_free(&why);
}

static void open_section(struct reading *r)
{
  const str line = str_trim(r->line->text), name = r->line->name;
  end_section(r);
  r->in = IN_BAD;
  r->given = 0;
  r->opened = r->line->number;
  if (r->line->kind == KEYFILE_BAD_SECTION) {
    mistake(r, name, r->line->why);
  } else if (str_eqz(name, "notifications")) {
    if (r->seen[ALARMS_MAX]) mistake(r, line, "expected each section once");
    r->seen[ALARMS_MAX] = true;
    r->in = IN_CONTROL;
  } else if (!alarm_name_valid(name)) {
    mistake(r, str_from(line, 1), "expected a name of 1 to 32 lower case letters, digits, hyphens and underscores");
  } else {
    const long found = alarm_config_find(r->config, name);
    if (found < 0 && r->config->count >= ALARMS_MAX) {
      mistake(r, line, "expected no more than 128 alarms");
      return;
    }
    r->alarm = found >= 0 ? (size_t)found : add_alarm(r->config, name);
    r->in = IN_ALARM;
    if (r->seen[r->alarm]) mistake(r, line, "expected each section once");
    r->seen[r->alarm] = true;
  }
}

/* --- keys ------------------------------------------------------------------------------------------------ */

/* Notes a key of a section; false, with an error, when it occurs again. */
static bool first_time(struct reading *r, str key, unsigned bit)
{
  if ((r->given & 1u << bit) != 0) {
    struct buf why = BUF_HEAP;
    buf_printf(&why, "%.*s: expected once in a section", STR_FMT(key));
    mistake(r, key, why.p);
    buf_free(&why);
    return false;
  }
  r->given |= 1u << bit;
  return true;
}

static bool text_fits(struct reading *r, str value)
{
  bool good = value.n <= ALARM_TEXT_MAX;
  for (size_t i = 0; i < value.n; i++) good = good && (unsigned char)value.p[i] >= ' ' && value.p[i] != 0x7f;
  if (!good) mistake(r, value, "expected at most 255 bytes without control characters");
  return good;
}

static void read_text_key(struct reading *r, enum text_key key, str value)
{
  struct alarm_definition *d = &r->config->alarm[r->alarm];
  struct buf why = BUF_HEAP;
  if (!text_fits(r, value)) {
    /* Already reported. */
  } else if (key == KEY_DESCRIPTION) {
    replace(&d->description, value);
  } else if (key == KEY_ROWS) {
    if (value.n == 0) mistake(r, value, "rows: expected names or globs, separated by commas");
    else replace(&d->rows, value);
  } else if (d->shipped) {
    mistake(r, value, "object: expected only in an alarm of your own; give it another name");
  } else if ((r->given & (1u << ALARM_RISING | 1u << ALARM_FALLING)) != 0) {
    mistake(r, value, "object: expected before the thresholds, whose units it decides");
  } else if (!r->source->object(r->source->ctx, value, &d->object, &why)) {
    mistake(r, value, why.p);
  } else {
    replace(&d->object_name, value);
  }
  buf_free(&why);
}

static void read_alarm_key(struct reading *r, str key, str value)
{
  struct alarm_definition *d = &r->config->alarm[r->alarm];
  struct buf why = BUF_HEAP;
  const int number = alarm_key_find(key);
  for (int i = 0; i < TEXT_KEYS; i++) {
    if (!str_eqz(key, text_keys[i])) continue;
    if (first_time(r, key, ALARM_KEYS + (unsigned)i)) read_text_key(r, (enum text_key)i, value);
    return;
  }
  if (number < 0) {
    mistake(r, key, "expected object, rows, rising, falling, hold, severity, enabled or description");
  } else if (first_time(r, key, (unsigned)number)) {
    const bool good = d->object_name[0] == '\0' && number <= ALARM_FALLING
                        ? (buf_printf(&why, "%.*s: expected after a key object", STR_FMT(key)), false)
                        : alarm_value_parse((enum alarm_key)number, d->object.unit, value, &d->value[number], &why);
    /* Without an object the error is reported at the end of the section. */
    if (!good && !(d->object_name[0] == '\0' && number <= ALARM_FALLING)) mistake(r, value, why.p);
  }
  buf_free(&why);
}

static void read_control_key(struct reading *r, str key, str value)
{
  struct alarm_config *c = r->config;
  uint32_t *const plain[PLAIN_KEYS] = {&c->rate, &c->burst, &c->node_stale_s};
  struct buf why = BUF_HEAP;
  const int number = control_key_find(key);
  int other = 0;
  while (other < PLAIN_KEYS && !str_eqz(key, plain_keys[other].name)) other++;
  if (number < 0 && other == PLAIN_KEYS) {
    mistake(r, key, "expected enabled, min_gap, rate, burst or node_stale");
  } else if (!first_time(r, key, (unsigned)(number >= 0 ? number : CONTROL_KEYS + other))) {
    /* Already reported. */
  } else if (number >= 0) {
    if (!control_value_parse((enum control_key)number, value, &c->control[number], &why)) mistake(r, value, why.p);
  } else {
    uint32_t parsed = 0;
    /* The rules of a threshold: digits, and a suitable unit. */
    const bool good = alarm_value_parse(ALARM_RISING, plain_keys[other].unit, value, &parsed, &why) &&
                      parsed >= plain_keys[other].least && parsed <= plain_keys[other].most;
    if (good) {
      *plain[other] = parsed;
    } else {
      buf_clear(&why);
      buf_printf(&why, "%s: expected %s from %u to %u", plain_keys[other].name,
                 plain_keys[other].unit == ALARM_UNIT_SECONDS ? "a time in seconds" : "a whole number",
                 plain_keys[other].least, plain_keys[other].most);
      mistake(r, value, why.p);
    }
  }
  buf_free(&why);
}

static bool read_line(void *ctx, const struct keyfile_line *line)
{
  struct reading *r = ctx;
  r->line = line;
  if (line->kind == KEYFILE_SECTION || line->kind == KEYFILE_BAD_SECTION) {
    open_section(r);
    return true;
  }
  if (line->kind == KEYFILE_BAD) {
    mistake(r, line->name, line->why);
    return true;
  }
  switch (r->in) {
  case IN_NOTHING: mistake(r, line->name, "expected a section \"[name]\" before the first key"); break;
  case IN_ALARM: read_alarm_key(r, line->name, line->value); break;
  case IN_CONTROL: read_control_key(r, line->name, line->value); break;
  case IN_BAD: break; /* the section's name has been reported */
  }
  return true;
}

/* --- files ----------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
  const char *x = ((const struct alarm_definition *)a)->name, *y = ((const struct alarm_definition *)b)->name;
  const size_t m = strlen(x), n = strlen(y);
  return m != n ? (m < n ? -1 : 1) : strcmp(x, y);
}

void alarm_config_read_text(struct alarm_config *c, const struct alarm_source *source, str text, const char *name)
{
  *c = (struct alarm_config){.control = {[CONTROL_ENABLED] = ALARM_TRUE, [CONTROL_MIN_GAP] = 60},
                             .rate = 10,
                             .burst = 100,
                             .node_stale_s = 7200,
                             .mistakes = BUF_HEAP};
  struct reading r = {.config = c, .source = source, .name = name};
  add_shipped(c, source);
  keyfile_read(text, read_line, &r);
  end_section(&r);
  if (c->count > 0) qsort(c->alarm, c->count, sizeof *c->alarm, by_name);
}

void alarm_config_read_file(struct alarm_config *c, const struct alarm_source *source, const char *path)
{
  struct buf text = BUF_HEAP;
  const int reason = file_read(path, CONFIG_FILE_MAX, &text);
  alarm_config_read_text(c, source, reason == 0 ? buf_view(&text) : STR_EMPTY, path);
  if (reason != 0 && reason != ENOENT) {
    c->mistake_count++;
    if (reason == EFBIG) buf_printf(&c->mistakes, "%s: expected at most %d bytes\n", path, CONFIG_FILE_MAX);
    else buf_printf(&c->mistakes, "%s: %s\n", path, file_reason(reason));
  }
  buf_free(&text);
}

void alarm_config_free(struct alarm_config *c)
{
  for (size_t i = 0; i < c->count; i++) {
    free(c->alarm[i].name);
    free(c->alarm[i].description);
    free(c->alarm[i].object_name);
    free(c->alarm[i].rows);
    free(c->alarm[i].mistake);
  }
  free(c->alarm);
  buf_free(&c->mistakes);
  *c = (struct alarm_config){.mistakes = BUF_HEAP};
}

/* --- rows ------------------------------------------------------------------------------------------------ */

/* Linear in practice, because only the last star is tried again. */
static bool glob_match(str glob, str text)
{
  size_t g = 0, t = 0, star = SIZE_MAX, from = 0;
  while (t < text.n) {
    if (g < glob.n && glob.p[g] == '*') {
      star = g++;
      from = t;
    } else if (g < glob.n && (glob.p[g] == '?' || glob.p[g] == text.p[t])) {
      g++;
      t++;
    } else if (star != SIZE_MAX) {
      g = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (g < glob.n && glob.p[g] == '*') g++;
  return g == glob.n;
}

bool alarm_rows_match(const char *globs, str name)
{
  if (globs[0] == '\0') return true;
  for (const char *p = globs; *p != '\0';) {
    const size_t n = strcspn(p, ", \t");
    if (n > 0 && glob_match(str_n(p, n), name)) return true;
    p += n;
    p += strspn(p, ", \t");
  }
  return false;
}
