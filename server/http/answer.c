/* The kinds of answers. */
#include <stdarg.h>

#include "base/json_write.h"
#include "server/http/head.h"

str request_header(const struct request *r, const char *name)
{
  return r->head == NULL ? STR_EMPTY : head_field(r->head, name);
}

const str *request_parameter(const struct request *r, const char *name)
{
  for (size_t i = 0; i < r->nparameters; i++)
    if (str_eqz(r->parameters[i].name, name)) return &r->parameters[i].value;
  return NULL;
}

void answer_header(struct answer *a, const char *name, str value)
{
  if (a->nheaders == sizeof a->headers / sizeof *a->headers) return;
  a->headers[a->nheaders].name = name;
  a->headers[a->nheaders].value = value;
  a->nheaders++;
}

void answer_text(struct request *r, struct answer *a, int status, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  a->status = status;
  a->content_type = "text/plain; charset=utf-8";
  a->body = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
}

void answer_json(struct answer *a, int status, str json)
{
  a->status = status;
  a->content_type = "application/json;charset=utf-8";
  a->body = json;
}

void answer_error(struct request *r, struct answer *a, int status, const char *issue_kind, const char *fmt, ...)
{
  struct buf out = BUF_IN(r->arena);
  va_list ap;
  va_start(ap, fmt);
  const str message = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
  buf_z(&out, "{\"message\":");
  json_quote(&out, message);
  buf_z(&out, ",\"issue_kind\":");
  json_quote(&out, str_of(issue_kind));
  buf_char(&out, '}');
  answer_json(a, status, buf_view(&out));
}

static void put_html(struct buf *out, str text)
{
  for (size_t i = 0; i < text.n; i++) {
    switch (text.p[i]) {
    case '<': buf_z(out, "&lt;"); break;
    case '>': buf_z(out, "&gt;"); break;
    case '&': buf_z(out, "&amp;"); break;
    case '"': buf_z(out, "&quot;"); break;
    default: buf_char(out, text.p[i]);
    }
  }
}

/* --- the page for an unknown path, as Jetty words it --- */

enum page { PAGE_HTML, PAGE_JSON, PAGE_TEXT };

static const struct {
  const char *accepted, *type;
  enum page page;
} pages[] = {{"text/html", "text/html;charset=iso-8859-1", PAGE_HTML},
             {"text/*", "text/html;charset=iso-8859-1", PAGE_HTML},
             {"*/*", "text/html;charset=iso-8859-1", PAGE_HTML},
             {"application/json", "application/json", PAGE_JSON},
             {"text/json", "text/json", PAGE_JSON},
             {"text/plain", "text/plain;charset=iso-8859-1", PAGE_TEXT}};
enum { PAGES = sizeof pages / sizeof *pages };

/* The weight of a media range in thousandths; cuts it off. */
static int take_weight(str *range)
{
  const size_t at = str_find(*range, STR(";q="), 0);
  int weight = 0, unit = 1000;
  if (at == SIZE_MAX) return 1000;
  for (size_t i = at + 3; i < range->n && unit > 0; i++) {
    if (range->p[i] == '.') continue;
    if (!ascii_is_digit(range->p[i])) break;
    weight += (range->p[i] - '0') * unit;
    unit /= 10;
  }
  *range = str_trim(str_sub(*range, 0, at));
  return weight;
}

/* The page that the client prefers; PAGES: none that it takes. */
static size_t preferred_page(const struct request *r)
{
  const str accept = request_header(r, "Accept");
  size_t best = PAGES;
  int most = 0;
  if (accept.n == 0) return 0;
  for (size_t at = 0; at <= accept.n;) {
    size_t end = str_index(accept, ',', at), i = 0;
    if (end == SIZE_MAX) end = accept.n;
    str range = str_trim(str_sub(accept, at, end - at));
    const int weight = take_weight(&range);
    while (i < PAGES && !str_eqz(range, pages[i].accepted)) i++;
    if (i < PAGES && weight > most) {
      best = i;
      most = weight;
    }
    at = end + 1;
  }
  return best;
}

static void put_page(struct buf *out, enum page page, str uri)
{
  if (page == PAGE_TEXT) {
    buf_printf(out, "HTTP ERROR 404 Not Found\nURI: %.*s\nSTATUS: 404\nMESSAGE: Not Found\nSERVLET: null\n",
               STR_FMT(uri));
    return;
  }
  buf_z(out, page == PAGE_JSON ? "{\n\"message\":\"Not Found\",\n\"url\":\""
                               : "<html>\n<head>\n<meta http-equiv=\"Content-Type\" "
                                 "content=\"text/html;charset=ISO-8859-1\"/>\n<title>Error 404 Not "
                                 "Found</title>\n</head>\n<body><h2>HTTP ERROR 404 Not "
                                 "Found</h2>\n<table>\n<tr><th>URI:</th><td>");
  put_html(out, uri);
  buf_z(out, page == PAGE_JSON ? "\",\n\"status\":\"404\"\n}"
                               : "</td></tr>\n<tr><th>STATUS:</th><td>404</td></tr>\n<tr><th>MESSAGE:</th><td>Not "
                                 "Found</td></tr>\n<tr><th>SERVLET:</th><td>-</td></tr>\n</table>\n\n</body>\n"
                                 "</html>\n");
}

void answer_not_found(struct request *r, struct answer *a)
{
  struct buf out = BUF_IN(r->arena);
  a->status = 404;
  a->page = true;
  a->plain = true; /* not compressed, because it repeats text of the client (BREACH) */
  if ((r->method & (METHOD_GET | METHOD_HEAD | METHOD_POST)) == 0) return;
  answer_header(a, "Cache-Control", STR("must-revalidate,no-cache,no-store"));
  const size_t page = preferred_page(r);
  if (page == PAGES) return;
  put_page(&out, pages[page].page, str_sub(r->target, 0, str_index(r->target, '?', 0)));
  a->content_type = pages[page].type;
  a->body = buf_view(&out);
}
