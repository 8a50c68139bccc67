/* Translates a template with trim mode "-" into the program that Ruby's ERB makes from it. Instead of code that appends
 * text the program has marks: \001 for the next text, and \002 and \003 around an expression whose result is inserted.
 * It has the line ends of the template, so that the line numbers are the same. */
#include "base/array.h"
#include "base/check.h"
#include "compiler/erb/erb_internal.h"

enum tag { TAG_NONE, TAG_CODE, TAG_INSERT, TAG_COMMENT };

struct translation {
  struct arena *arena;
  str text;
  size_t at;
  enum tag tag; /* the current tag */
  struct buf code, content;
  bool begun; /* this line of the program is not empty */
  str *texts;
  uint32_t ntexts, cap;
  const char *reason; /* why it cannot be translated */
};

/* Commands on the same line of the program are separated by semicolons. */
static void begin_command(struct translation *t)
{
  if (t->begun) buf_z(&t->code, "; ");
  t->begun = true;
}

static void end_line(struct translation *t)
{
  buf_char(&t->code, '\n');
  t->begun = false;
}

/* Ends a text. Its line ends are repeated in the program to keep the line numbers. */
static void put_text(struct translation *t)
{
  str s = buf_view(&t->content);
  if (s.n == 0) return;
  ARENA_ROOM(t->arena, t->texts, t->ntexts, t->cap, 16);
  t->texts[t->ntexts++] = arena_str(t->arena, s);
  begin_command(t);
  buf_char(&t->code, ERB_MARK_TEXT);
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '\n') buf_char(&t->code, '\n');
  }
  buf_clear(&t->content);
}

/* Rejects code with bytes that look like marks, and "=begin" and "__END__", which would hide the rest of the
 * program. */
static void check_code(struct translation *t, str code)
{
  for (size_t i = 0; i < code.n; i++) {
    unsigned char ch = (unsigned char)code.p[i];
    if (ch <= ERB_MARK_INSERT_END) t->reason = "a control character in the code";
  }
  if (str_find(code, STR("\n=begin"), 0) != SIZE_MAX || str_find(code, STR("__END__"), 0) != SIZE_MAX)
    t->reason = "a comment of several lines or an end of the program";
}

static void close_tag(struct translation *t)
{
  str code = buf_view(&t->content);
  check_code(t, code);
  if (t->tag == TAG_CODE) {
    bool line = code.n > 0 && code.p[code.n - 1] == '\n';
    begin_command(t);
    buf_append(&t->code, code.p, line ? code.n - 1 : code.n);
    if (line) end_line(t);
  } else if (t->tag == TAG_INSERT) {
    begin_command(t);
    buf_char(&t->code, ERB_MARK_INSERT);
    buf_str(&t->code, code);
    buf_char(&t->code, ERB_MARK_INSERT_END);
  }
  buf_clear(&t->content);
  t->tag = TAG_NONE;
}

/* The length of blanks and "<%-" at the beginning of a line, where this tag removes the blanks. 0: not found. */
static size_t trimmed_opening(str text, size_t at, size_t from)
{
  if (at != from && text.p[at - 1] != '\n') return 0;
  size_t end = at;
  while (end < text.n && (text.p[end] == ' ' || text.p[end] == '\t')) end++;
  return str_starts(str_from(text, end), STR("<%-")) ? end + 3 - at : 0;
}

static void open_tag(struct translation *t, enum tag tag, size_t length)
{
  put_text(t);
  t->tag = tag;
  t->at += length;
}

/* Reads text up to and including the next opening tag; "<%%" is the text "<%". */
static void take_text(struct translation *t)
{
  const size_t from = t->at;
  for (; t->at < t->text.n; t->at++) {
    size_t trimmed = trimmed_opening(t->text, t->at, from);
    str rest = str_from(t->text, t->at);
    if (trimmed > 0 || str_starts(rest, STR("<%"))) {
      char kind = trimmed > 0 ? '-' : rest.n > 2 ? rest.p[2] : 0;
      if (kind == '%') {
        buf_z(&t->content, "<%");
        t->at += 3;
      } else {
        open_tag(t,
                 kind == '='   ? TAG_INSERT
                 : kind == '#' ? TAG_COMMENT
                               : TAG_CODE,
                 trimmed > 0                                 ? trimmed
                 : kind == '=' || kind == '#' || kind == '-' ? 3
                                                             : 2);
      }
      return;
    }
    buf_char(&t->content, rest.p[0]);
  }
}

/* "-%>" removes the next line end from the text; the program keeps it. */
static void trim_line_end(struct translation *t)
{
  str rest = str_from(t->text, t->at);
  size_t n = str_starts(rest, STR("\r\n")) ? 2 : str_starts(rest, STR("\n")) ? 1 : 0;
  if (n == 0 && rest.n > 0) return;
  t->at += n;
  end_line(t);
}

/* Reads the content of a tag including its end. */
static void take_code(struct translation *t)
{
  for (; t->at < t->text.n; t->at++) {
    str rest = str_from(t->text, t->at);
    if (str_starts(rest, STR("-%>")) || str_starts(rest, STR("%>"))) {
      bool trim = rest.p[0] == '-';
      t->at += trim ? 3 : 2;
      close_tag(t);
      if (trim) trim_line_end(t);
      return;
    }
    if (str_starts(rest, STR("%%>"))) {
      buf_z(&t->content, "%>");
      t->at += 3;
      return;
    }
    /* Ruby reads CR LF in its source as LF. */
    if (!str_starts(rest, STR("\r\n"))) buf_char(&t->content, rest.p[0]);
  }
  t->reason = "a tag that does not end";
}

/* Comments about the encoding or frozen strings at the beginning of a program affect Ruby: such a template requires
 * Ruby. */
static bool has_magic_comment(str text)
{
  if (!str_starts(text, STR("<%#"))) return false;
  size_t end = str_index(text, '\n', 0);
  str line = end == SIZE_MAX ? text : str_sub(text, 0, end);
  if (str_find(line, STR("frozen"), 0) != SIZE_MAX) return true;
  return str_find(line, STR("coding"), 0) != SIZE_MAX && str_find(line, STR("utf-8"), 0) == SIZE_MAX &&
         str_find(line, STR("UTF-8"), 0) == SIZE_MAX;
}

bool erb_translate(struct arena *a, str text, struct erb_source *out, str *reason)
{
  assert(out != NULL && reason != NULL);
  struct translation t = {.arena = a, .text = text, .code = BUF_IN(a), .content = BUF_IN(a)};
  if (has_magic_comment(text)) t.reason = "a comment about encoding or frozen strings";
  while (t.at < text.n && t.reason == NULL) {
    if (t.tag == TAG_NONE) take_text(&t);
    else take_code(&t);
  }
  if (t.tag != TAG_NONE && t.reason == NULL) t.reason = "a tag that does not end";
  put_text(&t);
  *out = (struct erb_source){.code = buf_finish(&t.code), .texts = t.texts, .ntexts = t.ntexts};
  if (t.reason != NULL) *reason = str_of(t.reason);
  return t.reason == NULL;
}
