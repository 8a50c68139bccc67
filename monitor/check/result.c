/* Collects text, details and performance data, and the worst severity. UNKNOWN is worse than OK but not than
 * WARNING, so that a real alert is never hidden. */
#include "monitor/check/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

/* Nagios reads 8 KiB of the output of a plug-in. */
enum { TEXT_BYTES = 3000, ROWS_BYTES = 3000 };

static const char *const severity_names[] = {"OK", "WARNING", "CRITICAL", "UNKNOWN"};

const struct condition_info condition_infos[CONDITIONS] = {
#define CONDITION(symbol_, option_, severity_, words_, help_) \
  [CONDITION_##symbol_] = {.option = option_, .severity = SEVERITY_##severity_, .words = words_, .help = help_},
#include "monitor/check/conditions.def"
#undef CONDITION
};

const char *severity_name(enum severity severity) { return severity_names[severity]; }

bool severity_parse(const char *text, enum severity *severity)
{
  for (int i = 0; i < 4; i++) {
    if (str_caseeq(str_of(text), str_of(severity_names[i]))) {
      *severity = (enum severity)i;
      return true;
    }
  }
  return false;
}

enum severity severity_worse(enum severity a, enum severity b)
{
  static const int rank[] = {
    [SEVERITY_OK] = 0, [SEVERITY_UNKNOWN] = 1, [SEVERITY_WARNING] = 2, [SEVERITY_CRITICAL] = 3};
  return rank[a] >= rank[b] ? a : b;
}

void result_init(struct result *r)
{
  *r = (struct result){.text = BUF_HEAP, .perf = BUF_HEAP, .details = BUF_HEAP};
  for (size_t i = 0; i < CONDITIONS; i++) r->of[i] = condition_infos[i].severity;
}

void result_free(struct result *r)
{
  buf_free(&r->text);
  buf_free(&r->perf);
  buf_free(&r->details);
  free(r->phrases);
}

static void begin(struct result *r, enum severity severity)
{
  if (r->text.n > 0) buf_z(&r->text, ", ");
  r->severity = severity_worse(r->severity, severity);
  if (r->phrase_count == r->phrase_room) {
    r->phrase_room = 2 * r->phrase_room + 16;
    r->phrases = xrealloc(r->phrases, r->phrase_room * sizeof *r->phrases);
  }
  r->phrases[r->phrase_count] = (struct phrase){.severity = severity, .from = r->text.n};
}

static void end(struct result *r) { r->phrases[r->phrase_count++].end = r->text.n; }

void result_say(struct result *r, enum severity severity, const char *fmt, ...)
{
  va_list ap;
  begin(r, severity);
  va_start(ap, fmt);
  buf_vprintf(&r->text, fmt, ap);
  va_end(ap);
  end(r);
}

void result_condition(struct result *r, enum condition condition, const char *fmt, ...)
{
  va_list ap;
  begin(r, r->of[condition]);
  buf_z(&r->text, condition_infos[condition].words);
  const size_t before = r->text.n;
  buf_z(&r->text, ": ");
  va_start(ap, fmt);
  buf_vprintf(&r->text, fmt, ap);
  va_end(ap);
  if (r->text.n == before + 2) r->text.n = before; /* no more text */
  end(r);
}

void result_detail(struct result *r, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(&r->details, fmt, ap);
  va_end(ap);
  buf_char(&r->details, '\n');
}

void print_number(struct buf *out, double value)
{
  char text[400];
  int n = snprintf(text, sizeof text, "%.6f", value);
  while (text[n - 1] == '0') n--;
  if (text[n - 1] == '.') n--;
  buf_append(out, text, (size_t)n);
}

/* Prints a label, quoted if it has unusual characters. It cannot contain "=" and "'". */
static void print_label(struct buf *out, const struct perf *p)
{
  struct buf label = BUF_HEAP;
  bool plain = true;
  if (p->row.n > 0) buf_printf(&label, "%.*s ", STR_FMT(p->row));
  buf_z(&label, p->label);
  for (size_t i = 0; i < label.n; i++) {
    if (label.p[i] == '=' || label.p[i] == '\'' || label.p[i] == '|' || (unsigned char)label.p[i] < ' ')
      label.p[i] = '_';
    plain = plain && (ascii_is_word(label.p[i]) || strchr("-./", label.p[i]) != NULL);
  }
  buf_printf(out, plain ? "%s" : "'%s'", label.p);
  buf_free(&label);
}

void result_perf(struct result *r, const struct perf *p)
{
  struct buf *out = &r->perf;
  if (!isfinite(p->value) || (p->row.n > 0 && out->n > ROWS_BYTES)) return;
  if (out->n > 0) buf_char(out, ' ');
  print_label(out, p);
  buf_char(out, '=');
  print_number(out, p->value);
  buf_z(out, p->uom);
  buf_char(out, ';');
  if (p->warning != NULL) buf_str(out, p->warning->text);
  buf_char(out, ';');
  if (p->critical != NULL) buf_str(out, p->critical->text);
  buf_char(out, ';');
  if (isfinite(p->min)) print_number(out, p->min);
  buf_char(out, ';');
  if (isfinite(p->max)) print_number(out, p->max);
  while (out->p[out->n - 1] == ';') out->n--;
}

enum severity result_judge(const struct range *warning, const struct range *critical, double value)
{
  if (critical != NULL && range_alerts(critical, value)) return SEVERITY_CRITICAL;
  return warning != NULL && range_alerts(warning, value) ? SEVERITY_WARNING : SEVERITY_OK;
}

/* Foreign text must not end the line or begin performance data. */
static void print_line(struct buf *out, str text)
{
  for (size_t i = 0; i < text.n; i++) {
    const unsigned char c = (unsigned char)text.p[i];
    buf_char(out, c == '|' ? '/' : c < ' ' || c == 0x7f ? ' ' : (char)c);
  }
}

static str phrase_text(const struct result *r, size_t i)
{
  return str_sub(buf_view(&r->text), r->phrases[i].from, r->phrases[i].end - r->phrases[i].from);
}

static bool is_long(const struct result *r) { return r->text.n > TEXT_BYTES && r->phrase_count > 1; }

/* The last phrase is the summary. */
static void print_worst(const struct result *r, struct buf *out)
{
  static const enum severity order[] = {SEVERITY_CRITICAL, SEVERITY_WARNING, SEVERITY_UNKNOWN, SEVERITY_OK};
  const size_t last = r->phrase_count - 1;
  size_t left = last, room = TEXT_BYTES;
  for (size_t s = 0; s < 4; s++) {
    for (size_t i = 0; i < last; i++) {
      const str text = phrase_text(r, i);
      if (r->phrases[i].severity != order[s]) continue;
      room = text.n + 2 < room ? room - text.n - 2 : 0;
      if (room == 0) break;
      print_line(out, text);
      buf_z(out, ", ");
      left--;
    }
  }
  if (left > 0) buf_printf(out, "%zu more, ", left);
  print_line(out, phrase_text(r, last));
}

static void print_all(const struct result *r, struct buf *out)
{
  for (size_t i = 0; i < r->phrase_count; i++) {
    print_line(out, phrase_text(r, i));
    buf_char(out, '\n');
  }
}

void result_print(const struct result *r, const char *name, bool details, struct buf *out)
{
  buf_z(out, "FICELLE ");
  for (; *name != '\0'; name++) buf_char(out, (char)ascii_upper(*name));
  buf_printf(out, " %s: ", severity_names[r->severity]);
  if (is_long(r)) print_worst(r, out);
  else print_line(out, buf_view(&r->text));
  if (r->perf.n > 0) {
    buf_z(out, " | ");
    buf_str(out, buf_view(&r->perf));
  }
  buf_char(out, '\n');
  if (details && is_long(r)) print_all(r, out);
  for (size_t at = 0; details && at < r->details.n;) {
    size_t end = str_index(buf_view(&r->details), '\n', at);
    print_line(out, str_sub(buf_view(&r->details), at, end - at));
    buf_char(out, '\n');
    at = end + 1;
  }
}
