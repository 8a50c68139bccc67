/* The target of a request: path and query. */
#include "base/buf.h"
#include "base/utf8.h"
#include "server/http/head.h"

enum { MOST_PARAMETERS = 1000 };

static int hex(char c)
{
  if (ascii_is_digit(c)) return c - '0';
  c = (char)ascii_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool target_decode(struct arena *a, str text, bool query, str *out)
{
  char *p = arena_alloc(a, text.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < text.n; i++) {
    char c = text.p[i];
    if (c == '%') {
      if (text.n - i < 3) return false;
      const int upper = hex(text.p[i + 1]), lower = hex(text.p[i + 2]);
      if (upper < 0 || lower < 0 || (upper == 0 && lower == 0)) return false;
      c = (char)(upper * 16 + lower);
      i += 2;
    } else if (c == '+' && query) {
      c = ' ';
    }
    p[n++] = c;
  }
  p[n] = '\0';
  *out = str_n(p, n);
  return true;
}

/* A text that is not UTF-8 is in Latin-1, as for Jetty: what repeats it must be UTF-8. */
static str as_utf8(struct arena *a, str text)
{
  struct buf out = BUF_IN(a);
  if (utf8_invalid_at(text) == SIZE_MAX) return text;
  for (size_t i = 0; i < text.n; i++) buf_utf8(&out, (unsigned char)text.p[i]);
  return buf_view(&out);
}

bool target_parameters(struct request *r, str text)
{
  size_t most = 1, n = r->nparameters;
  for (size_t i = 0; i < text.n; i++) most += text.p[i] == '&';
  if (text.n == 0) return true;
  if (most > MOST_PARAMETERS) return false;
  struct request_parameter *all = arena_array(r->arena, n + most, sizeof *all);
  if (n > 0) memcpy(all, r->parameters, n * sizeof *all);
  for (size_t at = 0; at <= text.n;) {
    size_t end = str_index(text, '&', at);
    if (end == SIZE_MAX) end = text.n;
    const str pair = str_sub(text, at, end - at);
    at = end + 1;
    if (pair.n == 0) continue;
    size_t equals = str_index(pair, '=', 0);
    if (equals == SIZE_MAX) equals = pair.n;
    struct request_parameter *p = &all[n];
    if (!target_decode(r->arena, str_sub(pair, 0, equals), true, &p->name) ||
        !target_decode(r->arena, str_from(pair, equals + 1), true, &p->value))
      return false;
    p->name = as_utf8(r->arena, p->name);
    p->value = as_utf8(r->arena, p->value);
    n++;
  }
  r->parameters = all;
  r->nparameters = n;
  return true;
}

/* Reduces repeated slashes to one. Returns whether a part is "." or "..". */
static bool tidy_path(struct arena *a, str *path)
{
  char *p = arena_alloc(a, path->n + 1);
  size_t n = 0;
  bool relative = false;
  for (size_t i = 0; i < path->n; i++)
    if (path->p[i] != '/' || n == 0 || p[n - 1] != '/') p[n++] = path->p[i];
  p[n] = '\0';
  *path = str_n(p, n);
  for (size_t at = 0; at < n;) {
    size_t end = str_index(*path, '/', at);
    if (end == SIZE_MAX) end = n;
    const str part = str_sub(*path, at, end - at);
    relative = relative || str_eqz(part, ".") || str_eqz(part, "..");
    at = end + 1;
  }
  return relative;
}

bool target_parse(struct request *r, struct head_error *why, bool *relative)
{
  str target = r->target;
  *relative = false;
  *why = (struct head_error){400, NULL};
  if (str_starts(target, STR("http://")) || str_starts(target, STR("https://"))) {
    const size_t path = str_index(target, '/', str_find(target, STR("://"), 0) + 3);
    target = path == SIZE_MAX ? STR("/") : str_from(target, path);
  }
  if (target.n == 0 || target.p[0] != '/') return false;
  size_t question = str_index(target, '?', 0);
  if (question == SIZE_MAX) question = target.n;
  if (!target_decode(r->arena, str_sub(target, 0, question), false, &r->path)) return false;
  /* A "^" in the rules would match after a line break in the path. */
  for (size_t i = 0; i < r->path.n; i++)
    if ((unsigned char)r->path.p[i] < ' ' || r->path.p[i] == 127) return false;
  r->path = as_utf8(r->arena, r->path);
  *relative = tidy_path(r->arena, &r->path);
  return target_parameters(r, str_from(target, question + 1)) && !*relative;
}
