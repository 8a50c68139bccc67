/* Parses the head of an HTTP request strictly. */
#include "server/http/head.h"

#include <assert.h>

static bool fail(struct head_error *why, int status, const char *reason)
{
  *why = (struct head_error){status, reason};
  return false;
}

size_t head_end(str bytes)
{
  for (size_t at = 0; at < bytes.n;) {
    const size_t line = str_index(bytes, '\n', at);
    if (line == SIZE_MAX) return 0;
    const size_t length = line - at;
    if (at > 0 && (length == 0 || (length == 1 && bytes.p[at] == '\r'))) return line + 1;
    at = line + 1;
  }
  return 0;
}

struct head_error head_too_long(str bytes)
{
  const bool in_line = str_index(str_sub(bytes, 0, HEAD_BYTES), '\n', 0) == SIZE_MAX;
  return (struct head_error){in_line ? 414 : 431, NULL};
}

/* A character of a token (RFC 9110), as in methods and names of headers. */
static bool is_token(char c) { return ascii_is_word(c) || (c != '\0' && strchr("!#$%&'*+-.^`|~", c) != NULL); }

static bool all_tokens(str s)
{
  for (size_t i = 0; i < s.n; i++)
    if (!is_token(s.p[i])) return false;
  return s.n > 0;
}

static bool parse_version(str version, struct head *h, struct head_error *why)
{
  if (str_eqz(version, "HTTP/1.1")) return true;
  h->http10 = str_eqz(version, "HTTP/1.0");
  return h->http10 || fail(why, 505, "Unknown Version");
}

static bool parse_first_line(str line, struct head *h, struct head_error *why)
{
  h->line = line;
  const size_t first = str_index(line, ' ', 0);
  h->method = str_sub(line, 0, first == SIZE_MAX ? line.n : first);
  if (!all_tokens(h->method)) return fail(why, 400, "Illegal character");
  if (first == SIZE_MAX) return fail(why, 400, "No URI");
  const str rest = str_trim(str_from(line, first + 1));
  const size_t second = str_index(rest, ' ', 0);
  h->target = str_sub(rest, 0, second == SIZE_MAX ? rest.n : second);
  if (h->target.n == 0 || str_starts(h->target, STR("HTTP/"))) return fail(why, 400, "No URI");
  if (second == SIZE_MAX) return fail(why, 505, "HTTP/0.9 not supported");
  for (size_t i = 0; i < h->target.n; i++)
    if ((unsigned char)h->target.p[i] <= ' ' || h->target.p[i] == 127) return fail(why, 400, "Illegal character");
  return parse_version(str_trim(str_from(rest, second + 1)), h, why);
}

/* Accepts only digits, and numbers up to 2^62. */
static bool parse_length(str text, uint64_t *out)
{
  *out = 0;
  for (size_t i = 0; i < text.n; i++) {
    if (!ascii_is_digit(text.p[i]) || *out >= (UINT64_C(1) << 62) / 10) return false;
    *out = *out * 10 + (uint64_t)(text.p[i] - '0');
  }
  return text.n > 0;
}

/* Whether a list separated by commas contains the word. */
static bool has_word(str list, const char *word)
{
  for (size_t at = 0; at <= list.n;) {
    size_t comma = str_index(list, ',', at);
    if (comma == SIZE_MAX) comma = list.n;
    if (str_caseeq(str_trim(str_sub(list, at, comma - at)), str_of(word))) return true;
    at = comma + 1;
  }
  return false;
}

/* Evaluates headers about the body and the connection. Refuses a second length, or a length together with chunks: this
 * is how one request smuggles another one past a proxy. */
static bool note_field(struct head *h, const struct head_field *f, struct head_error *why)
{
  if (str_caseeq(f->name, STR("Content-Length"))) {
    uint64_t length;
    if (!parse_length(f->value, &length) || (h->has_length && length != h->length))
      return fail(why, 400, "Invalid Content-Length Value");
    h->has_length = true;
    h->length = length;
  } else if (str_caseeq(f->name, STR("Transfer-Encoding"))) {
    if (h->chunked || !str_caseeq(f->value, STR("chunked"))) return fail(why, 501, "Unsupported Transfer-Encoding");
    h->chunked = true;
  } else if (str_caseeq(f->name, STR("Connection"))) {
    if (has_word(f->value, "close")) h->keep_alive = false;
    else if (h->http10 && has_word(f->value, "keep-alive")) h->keep_alive = true;
  } else if (str_caseeq(f->name, STR("Expect"))) {
    if (!str_caseeq(f->value, STR("100-continue"))) return fail(why, 417, NULL);
    h->expects_continue = !h->http10;
  }
  return true;
}

static bool parse_field(str line, struct head_field *f, struct head_error *why)
{
  const size_t colon = str_index(line, ':', 0);
  if (colon == SIZE_MAX) return fail(why, 400, "No colon");
  f->name = str_sub(line, 0, colon);
  f->value = str_trim(str_from(line, colon + 1));
  if (!all_tokens(f->name)) return fail(why, 400, "Illegal character");
  for (size_t i = 0; i < f->value.n; i++) {
    const unsigned char c = (unsigned char)f->value.p[i];
    if ((c < ' ' && c != '\t') || c == 127) return fail(why, 400, "Illegal character");
  }
  return true;
}

static bool check_head(const struct head *h, struct head_error *why)
{
  unsigned hosts = 0;
  for (size_t i = 0; i < h->nfields; i++) hosts += str_caseeq(h->fields[i].name, STR("Host"));
  if (hosts == 0 && !h->http10) return fail(why, 400, "No Host");
  if (hosts > 1) return fail(why, 400, "Duplicate Host Header");
  if (h->chunked && h->has_length) return fail(why, 400, "Transfer-Encoding and Content-Length");
  if (h->chunked && h->http10) return fail(why, 400, "Transfer-Encoding");
  return true;
}

bool head_parse(struct arena *a, str text, struct head *h, struct head_error *why)
{
  *h = (struct head){.bytes = text.n, .fields = arena_alloc(a, HEAD_FIELDS * sizeof *h->fields)};
  bool first = true;
  for (size_t at = 0; at < text.n;) {
    const size_t end = str_index(text, '\n', at);
    assert(end != SIZE_MAX);
    str line = str_sub(text, at, end - at);
    if (line.n > 0 && line.p[line.n - 1] == '\r') line.n--;
    at = end + 1;
    if (first) {
      if (!parse_first_line(line, h, why)) return false;
      h->keep_alive = !h->http10;
      first = false;
    } else if (line.n > 0) {
      struct head_field *f = &h->fields[h->nfields];
      if (h->nfields == HEAD_FIELDS) return fail(why, 431, NULL);
      if (line.p[0] == ' ' || line.p[0] == '\t') return fail(why, 400, "Header Folding");
      if (!parse_field(line, f, why) || !note_field(h, f, why)) return false;
      h->nfields++;
    }
  }
  return check_head(h, why);
}

str head_field(const struct head *h, const char *name)
{
  for (size_t i = 0; i < h->nfields; i++)
    if (str_caseeq(h->fields[i].name, str_of(name))) return h->fields[i].value;
  return STR_EMPTY;
}
