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

void answer_not_found(struct request *r, struct answer *a)
{
  struct buf out = BUF_IN(r->arena);
  buf_z(&out, "<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html;charset=utf-8\"/>\n"
              "<title>Error 404 Not Found</title>\n</head>\n<body><h2>HTTP ERROR 404 Not "
              "Found</h2>\n<table>\n<tr><th>URI:</th><td>");
  put_html(&out, r->path);
  buf_z(&out, "</td></tr>\n<tr><th>STATUS:</th><td>404</td></tr>\n<tr><th>MESSAGE:</th><td>Not Found</td></tr>\n"
              "<tr><th>SERVLET:</th><td>-</td></tr>\n</table>\n\n</body>\n</html>\n");
  a->status = 404;
  a->content_type = "text/html;charset=utf-8";
  a->body = buf_view(&out);
  a->plain = true; /* not compressed, because it repeats a stranger's text (BREACH) */
  answer_header(a, "Cache-Control", STR("must-revalidate,no-cache,no-store"));
}
