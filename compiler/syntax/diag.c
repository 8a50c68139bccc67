/* Issues and diagnostics: formats the messages of issue.def and collects them with their places. */
#include "compiler/syntax/diag.h"
#include "base/check.h"

#include "base/array.h"

static const char *const codes[ISSUE_COUNT] = {
#define X(code, text) [ISSUE_##code] = #code,
#define XA(name, code, text) [ISSUE_##name] = #code,
#include "compiler/syntax/issue.def"
#undef XA
#undef X
};

static const char *const formats[ISSUE_COUNT] = {
#define X(code, text) [ISSUE_##code] = text,
#include "compiler/syntax/issue.def"
#undef X
};

const char *issue_code(enum issue issue)
{
  assert(issue < ISSUE_COUNT);
  return codes[issue];
}
const char *issue_format(enum issue issue)
{
  assert(issue < ISSUE_COUNT);
  return formats[issue];
}
/* Formats the message. printf would end an argument at its first NUL, so this function handles the few directives of
 * issue.def. */
static void issue_vmessage(struct buf *out, enum issue issue, va_list args)
{
  for (const char *p = formats[issue]; *p != '\0';) {
    size_t plain = strcspn(p, "%");
    buf_append(out, p, plain);
    p += plain;
    if (*p == '\0') break;
    if (strncmp(p, "%.*s", 4) == 0) {
      int n = va_arg(args, int);
      const char *text = va_arg(args, const char *);
      buf_append(out, text, n > 0 ? (size_t)n : 0);
      p += 4;
    } else if (p[1] == 'd') {
      buf_int(out, va_arg(args, int));
      p += 2;
    } else {
      assert(p[1] == '%');
      buf_char(out, '%');
      p += 2;
    }
  }
}

void issue_message(struct buf *out, enum issue issue, ...)
{
  va_list args;
  va_start(args, issue);
  issue_vmessage(out, issue, args);
  va_end(args);
}

void diag_list_init(struct diag_list *l, struct arena *a) { *l = (struct diag_list){.arena = a}; }

void diag_vadd(struct diag_list *l, enum issue issue, enum severity severity, struct source *source, uint32_t offset,
               uint32_t length, va_list args)
{
  assert(issue < ISSUE_COUNT && severity <= SEVERITY_ERROR);
  if (severity == SEVERITY_IGNORE) return;
  ARENA_ROOM(l->arena, l->items, l->n, l->cap, 8);
  struct buf message = BUF_IN(l->arena);
  issue_vmessage(&message, issue, args);
  buf_shorten(&message, 0);
  l->items[l->n++] = (struct diagnostic){
    .issue = issue,
    .severity = severity,
    .message = buf_view(&message),
    .source = source,
    .offset = offset,
    .length = length,
    .has_column = true,
    .place = PLACE_FULL,
  };
  if (severity == SEVERITY_ERROR) l->errors++;
  else if (severity == SEVERITY_WARNING) l->warnings++;
  else l->deprecations++;
}

void diag_add(struct diag_list *l, enum issue issue, enum severity severity, struct source *source, uint32_t offset,
              uint32_t length, ...)
{
  va_list args;
  va_start(args, length);
  diag_vadd(l, issue, severity, source, offset, length, args);
  va_end(args);
}

void diag_place(struct buf *out, str file, uint32_t line, uint32_t column)
{
  if (file.n == 0 && line == 0) return;
  buf_z(out, " (");
  if (file.n != 0) {
    buf_z(out, "file: ");
    buf_str(out, file);
    if (line != 0) buf_z(out, ", ");
  }
  if (line != 0) buf_printf(out, "line: %u", line);
  if (line != 0 && column != 0) buf_printf(out, ", column: %u", column);
  buf_char(out, ')');
}

str diag_text(struct arena *a, const struct diagnostic *d)
{
  struct buf b = BUF_IN(a);
  buf_str(&b, d->message);
  if (d->source == NULL || d->place == PLACE_NONE) return buf_view(&b);
  bool full = d->place == PLACE_FULL;
  diag_place(&b, d->source->file, full ? source_line(d->source, d->offset) : 0,
             full && d->has_column ? source_column(d->source, d->offset) : 0);
  return buf_view(&b);
}
