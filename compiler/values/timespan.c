/* Timespan values: formatting, parsing and the parts (days, hours …). A format is a list of segments, and the segment
 * with the highest unit, the "total", includes all units above it (%H alone prints two days and an hour as 49). Parsing
 * turns the format into a regular expression, as Puppet does. */
#include "compiler/values/timespan.h"
#include "base/check.h"

#include "base/array.h"
#include "base/utf8.h"
#include "compiler/values/ruby_string.h"
#include "compiler/values/time_value.h"

/* --- formats --- */

enum unit { UNIT_NANO, UNIT_MILLI, UNIT_SECOND, UNIT_MINUTE, UNIT_HOUR, UNIT_DAY, UNIT_LITERAL };

static const struct unit_row {
  char letter;
  uint8_t digits; /* default width */
  int64_t nanos;  /* length of the unit */
  int64_t wrap;   /* number of units in the next higher one */
} units[] = {
  [UNIT_NANO] = {'N', 9, 1, 1000000000},     [UNIT_MILLI] = {'L', 3, 1000000, 1000},
  [UNIT_SECOND] = {'S', 2, 1000000000, 60},  [UNIT_MINUTE] = {'M', 2, 60000000000, 60},
  [UNIT_HOUR] = {'H', 2, 3600000000000, 24}, [UNIT_DAY] = {'D', 1, 86400000000000, INT64_MAX},
};

struct segment {
  enum unit unit;
  char pad;      /* '0', ' ', or 0 for none */
  bool total;    /* includes the units above it */
  int32_t width; /* -1: not given */
  struct buf literal;
};

struct format {
  struct segment *segments;
  uint32_t n, cap;
};

/* A limit of our own: a width allocates that much text. */
enum { MAX_WIDTH = 10000 };

static struct segment *add(struct arena *a, struct format *f, enum unit unit)
{
  ARENA_ROOM(a, f->segments, f->n, f->cap, 8);
  f->segments[f->n] = (struct segment){.unit = unit, .width = -1, .literal = BUF_IN(a)};
  return &f->segments[f->n++];
}

static void add_literal(struct arena *a, struct format *f, str text)
{
  bool more = f->n != 0 && f->segments[f->n - 1].unit == UNIT_LITERAL;
  buf_str(&(more ? &f->segments[f->n - 1] : add(a, f, UNIT_LITERAL))->literal, text);
}

static int unit_of(char letter)
{
  for (int i = 0; i < UNIT_LITERAL; i++) {
    if (units[i].letter == letter) return i;
  }
  return -1;
}

/* Reports a bad specifier. The position in the message counts characters, not bytes. */
static bool bad_specifier(struct arena *a, str text, size_t from, size_t at, str *error)
{
  str expression = str_sub(text, from, at - from);
  *error = arena_printf(a, "Bad format specifier '%.*s' in '%.*s', at position %zu", STR_FMT(expression), STR_FMT(text),
                        utf8_count(str_sub(text, 0, at)));
  return false;
}

/* Reads the segment whose '%' is at `from`, and moves *at after it. */
static bool parse_segment(struct arena *a, str text, size_t from, size_t *at, struct format *f, str *error)
{
  char pad = '0';
  int32_t width = -1;
  for (size_t i = from + 1; i < text.n; i++) {
    char c = text.p[i];
    const bool first = i == from + 1;
    int unit = unit_of(c);
    if (c == '%') {
      add_literal(a, f, STR("%"));
    } else if (unit >= 0) {
      struct segment *s = add(a, f, (enum unit)unit);
      s->pad = pad;
      s->width = width;
    } else if (first && (c == '-' || c == '_')) {
      pad = c == '-' ? 0 : ' ';
      continue;
    } else if (ascii_is_digit((unsigned char)c)) {
      if (first && c == '0') continue;
      width = (width < 0 ? 0 : width * 10) + (c - '0');
      if (width <= MAX_WIDTH) continue;
      *error = arena_printf(a, "The width in the format '%.*s' is above %d", STR_FMT(text), MAX_WIDTH);
      return false;
    } else {
      return bad_specifier(a, text, from, i, error);
    }
    *at = i + 1;
    return true;
  }
  size_t last = text.n - 1; /* position of the last character, as Puppet counts */
  while (last > 0 && ((unsigned char)text.p[last] & 0xC0) == 0x80) last--;
  return bad_specifier(a, text, from, last, error);
}

static bool parse_format(struct arena *a, str text, struct format *f, str *error)
{
  for (size_t at = 0; at < text.n;) {
    size_t percent = str_index(text, '%', at);
    if (percent != at) add_literal(a, f, str_sub(text, at, (percent == SIZE_MAX ? text.n : percent) - at));
    if (percent == SIZE_MAX) break;
    if (!parse_segment(a, text, percent, &at, f, error)) return false;
  }
  /* The first segment with the highest unit becomes the total. */
  int highest = -1;
  for (uint32_t i = 0; i < f->n; i++) {
    enum unit u = f->segments[i].unit;
    if (u != UNIT_LITERAL && (int)u > highest) highest = (int)u;
  }
  for (uint32_t i = 0; i < f->n; i++) {
    if ((int)f->segments[i].unit != highest) continue;
    f->segments[i].total = true;
    break;
  }
  return true;
}

/* --- writing --- */

static bool is_fraction(const struct segment *s) { return s->unit == UNIT_MILLI || s->unit == UNIT_NANO; }

static void write_digits(unsigned __int128 n, char digits[48], int *count)
{
  int at = 48;
  do {
    digits[--at] = (char)('0' + (int)(n % 10));
    n /= 10;
  } while (n != 0);
  *count = 48 - at;
  memmove(digits, digits + at, (size_t)*count);
}

/* Writes one number of a format. Milliseconds and nanoseconds are left-aligned and lose their trailing zeroes. As in
 * Puppet they also lose the leading ones: 0.05 seconds print as .5. */
static void write_segment(struct buf *out, const struct segment *s, unsigned __int128 nanos)
{
  const struct unit_row *u = &units[s->unit];
  const int32_t width = s->width < 0 ? u->digits : s->width;
  unsigned __int128 n = nanos / (unsigned __int128)u->nanos, wrap = (unsigned __int128)u->wrap;
  for (int32_t i = width; s->unit == UNIT_NANO && i < 9; i++) {
    n /= 10;
    wrap /= 10;
  }
  if (!s->total) n %= wrap;
  char digits[48];
  int count;
  write_digits(n, digits, &count);
  const bool fraction = is_fraction(s);
  if (fraction && !s->total && s->pad != '0') {
    while (count > 1 && digits[count - 1] == '0') count--;
  }
  const int fill = s->pad == 0 || count >= width ? 0 : width - count;
  for (int i = 0; i < fill && !fraction; i++) buf_char(out, s->pad);
  buf_append(out, digits, (size_t)count);
  for (int i = 0; i < fill && fraction; i++) buf_char(out, ' ');
}

static void write_format(struct buf *out, value span, const struct format *f)
{
  nanoseconds n = time_nanoseconds(span);
  if (n < 0) buf_char(out, '-');
  for (uint32_t i = 0; i < f->n; i++) {
    const struct segment *s = &f->segments[i];
    if (s->unit == UNIT_LITERAL) buf_str(out, buf_view(&s->literal));
    else write_segment(out, s, n < 0 ? -(unsigned __int128)n : (unsigned __int128)n);
  }
}

bool timespan_format(struct arena *a, value span, str format, struct buf *out, str *error)
{
  assert(span.kind == V_TIMESPAN);
  struct format f = {0};
  if (!parse_format(a, format, &f, error)) return false;
  write_format(out, span, &f);
  return true;
}

/* --- reading --- */

static void append_pattern(struct buf *out, const struct segment *s)
{
  if (s->unit == UNIT_LITERAL) {
    const str literal = ruby_regexp_escape(out->arena, buf_view(&s->literal));
    buf_printf(out, "(%.*s)", STR_FMT(literal));
    return;
  }
  const int digits = units[s->unit].digits;
  if (s->width < 0 && s->pad != ' ') {
    if (s->total) buf_z(out, "([0-9]+)");
    else buf_printf(out, "([0-9]{1,%d})", digits);
  } else if (s->width < 0) {
    if (s->total) buf_z(out, "\\s*([0-9]+)");
    else buf_printf(out, "([0-9\\s]{1,%d})", digits);
  } else if (s->pad == 0) {
    buf_printf(out, "([0-9]{1,%d})", s->width);
  } else {
    buf_printf(out, s->pad == '0' ? "([0-9]{%d})" : "([0-9\\s]{%d})", s->width);
  }
}

static const struct regex *format_regex(struct arena *a, const struct format *f, str *error)
{
  struct buf out = BUF_IN(a);
  buf_z(&out, "\\A-?");
  for (uint32_t i = 0; i < f->n; i++) append_pattern(&out, &f->segments[i]);
  buf_z(&out, "\\z");
  return regex_compile(a, buf_view(&out), error);
}

enum outcome { OUTCOME_OK, OUTCOME_NO_FIT, OUTCOME_FRACTION, OUTCOME_RANGE };

/* Anything beyond this many nanoseconds is out of range. The limit keeps the sums within 128 bits. */
static const nanoseconds most = (nanoseconds)1 << 100;

static enum outcome add_group(const struct segment *s, str group, nanoseconds *sum)
{
  while (group.n > 0 && ascii_is_space((unsigned char)group.p[0])) group = str_from(group, 1);
  if (group.n == 0) return OUTCOME_NO_FIT;
  nanoseconds n = 0;
  for (size_t i = 0; i < group.n; i++) {
    if (!ascii_is_digit((unsigned char)group.p[i])) return OUTCOME_NO_FIT;
    n = n * 10 + (group.p[i] - '0');
    if (n > most) return OUTCOME_RANGE;
  }
  if (!is_fraction(s)) {
    if (n > most / units[s->unit].nanos) return OUTCOME_RANGE;
    *sum += n * units[s->unit].nanos;
    return OUTCOME_OK;
  }
  if (s->total) return OUTCOME_FRACTION;
  for (size_t i = group.n; i < 9; i++) n *= 10;
  *sum += n;
  return OUTCOME_OK;
}

static enum outcome parse_by(const struct regex *re, const struct format *f, str text, value *out)
{
  struct regex_match m;
  if (f->n > REGEX_MAX_GROUPS || regex_search(re, text, 0, &m) != REGEX_MATCH) return OUTCOME_NO_FIT;
  nanoseconds sum = 0;
  for (uint32_t i = 0; i < f->n; i++) {
    if (f->segments[i].unit == UNIT_LITERAL) continue;
    str group = str_sub(text, (size_t)m.at[i + 1].begin, (size_t)(m.at[i + 1].end - m.at[i + 1].begin));
    enum outcome o = add_group(&f->segments[i], group, &sum);
    if (o != OUTCOME_OK) return o;
  }
  if (str_starts(text, STR("-"))) sum = -sum;
  return time_make(V_TIMESPAN, sum, out) ? OUTCOME_OK : OUTCOME_RANGE;
}

static const char *const default_formats[] = {"%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N",
                                              "%D-%H:%M:%S",     "%H:%M:%S",     "%D-%H:%M",  "%S"};
enum { DEFAULTS = sizeof default_formats / sizeof default_formats[0] };

static str default_texts[DEFAULTS];
static struct arena *defaults_arena;

/* Puppet's default formats, parsed once per process; their regular expressions are compiled when needed. */
static struct compiled {
  struct format format;
  const struct regex *regex;
} * defaults(void)
{
  static struct compiled made[DEFAULTS];
  str error = STR_EMPTY;
  if (defaults_arena != NULL) return made;
  defaults_arena = arena_new();
  for (int i = 0; i < DEFAULTS; i++) {
    default_texts[i] = str_of(default_formats[i]);
    parse_format(defaults_arena, default_texts[i], &made[i].format, &error);
  }
  return made;
}

static bool out_of_range(struct arena *a, str text, str *error)
{
  *error = arena_printf(a, "The Timespan '%.*s' is out of range", STR_FMT(text));
  return false;
}

bool timespan_parse(struct arena *a, str text, struct time_formats f, value *out, str *error)
{
  struct compiled *ready = f.items == NULL ? defaults() : NULL;
  if (ready != NULL) f = (struct time_formats){default_texts, DEFAULTS, true};
  for (uint32_t i = 0; i < f.n; i++) {
    struct compiled own = {0}, *c = ready != NULL ? &ready[i] : &own;
    if (ready == NULL && !parse_format(a, f.items[i], &own.format, error)) return false;
    if (c->regex == NULL) c->regex = format_regex(ready != NULL ? defaults_arena : a, &c->format, error);
    if (c->regex == NULL) return false;
    enum outcome o = parse_by(c->regex, &c->format, text, out);
    if (o == OUTCOME_OK) return true;
    /* The format matches, so other formats would not help. */
    if (o == OUTCOME_RANGE) return out_of_range(a, text, error);
    /* All formats of a list are tried; a single format reports why it failed. */
    if (f.listed) continue;
    if (o == OUTCOME_NO_FIT) {
      *error = arena_printf(a, "Unable to parse '%.*s' using format '%.*s'", STR_FMT(text), STR_FMT(f.items[i]));
    } else {
      *error = STR("Format specifiers %L and %N denotes fractions and must be used together with a specifier "
                   "of higher "
                   "magnitude");
    }
    return false;
  }
  *error = time_none_fits(a, text, f.items, f.n);
  return false;
}

bool timespan_from_fields(const struct timespan_fields *f, value *out)
{
  assert(f != NULL && out != NULL);
  nanoseconds hours = (nanoseconds)f->days * 24 + f->hours, minutes = hours * 60 + f->minutes;
  nanoseconds seconds = minutes * 60 + f->seconds;
  if (seconds > most / 1000000000 || seconds < -(most / 1000000000)) return false;
  nanoseconds n = ((seconds * 1000 + f->milliseconds) * 1000 + f->microseconds) * 1000 + f->nanoseconds;
  return time_make(V_TIMESPAN, f->negative ? -n : n, out);
}

static int64_t field(const struct hash *h, const char *name)
{
  value v = hash_member(h, name);
  return v.kind == V_INT ? v.integer : 0;
}

bool timespan_from_hash(const struct hash *h, value *out, str *error)
{
  const struct timespan_fields fields = {
    .days = field(h, "days"),
    .hours = field(h, "hours"),
    .minutes = field(h, "minutes"),
    .seconds = field(h, "seconds"),
    .milliseconds = field(h, "milliseconds"),
    .microseconds = field(h, "microseconds"),
    .nanoseconds = field(h, "nanoseconds"),
    .negative = value_truthy(hash_member(h, "negative")),
  };
  *error = STR("The Timespan is out of range");
  return timespan_from_fields(&fields, out);
}

/* --- the row --- */

/* Prints by the first of the default formats: "1-02:03:04.5". */
static void render(struct buf *out, value v) { write_format(out, v, &defaults()->format); }

const struct rich_kind timespan_kind = {
  .ruby_class = "Puppet::Pops::Time::Timespan",
  .label = "Timespan",
  .same = time_same,
  .hash = time_hash,
  .render = render,
  .constructor = "Timespan",
  .compare = time_compare,
};
