/* base + relative, by the rules that Ruby's library follows (RFC 2396, 5.2), including the order in which it
 * removes "." and ".." from both paths before it joins them. */

#include "compiler/values/uri.h"

#include "base/check.h"

struct segments {
  str *items;
  size_t n;
};

static struct segments split_path(struct arena *a, str path, size_t room)
{
  struct segments s = {NULL, 0};
  size_t n = 1;
  for (size_t i = 0; i < path.n; i++) n += path.p[i] == '/';
  s.items = arena_array(a, n + room + 2, sizeof *s.items);
  if (path.n == 0) return s;
  for (size_t from = 0;;) {
    size_t end = str_index(path, '/', from);
    s.items[s.n++] = str_sub(path, from, (end == SIZE_MAX ? path.n : end) - from);
    if (end == SIZE_MAX) return s;
    from = end + 1;
  }
}

static bool is_up(str s) { return str_eqz(s, ".."); }

static bool is_dot(str s) { return str_eqz(s, "."); }

/* Removes ".." with the segment before it. At the beginning Ruby drops the last segment instead. */
static void resolve_base(struct segments *s)
{
  if (s->n > 0 && is_up(s->items[s->n - 1])) s->items[s->n++] = STR_EMPTY;
  for (size_t i = 0; i < s->n;) {
    if (!is_up(s->items[i])) {
      i++;
    } else if (i == 0) {
      s->n--;
    } else {
      memmove(&s->items[i - 1], &s->items[i + 1], (s->n - i - 1) * sizeof *s->items);
      s->n -= 2;
      i = 0;
    }
  }
}

/* Removes "." and each ".." with the segment before it; those at the beginning remain, for the base. */
static void resolve_relative(struct segments *s)
{
  if (s->n > 0 && (is_dot(s->items[s->n - 1]) || is_up(s->items[s->n - 1]))) s->items[s->n++] = STR_EMPTY;
  size_t kept = 0;
  for (size_t i = 0; i < s->n; i++) {
    if (is_dot(s->items[i])) continue;
    if (is_up(s->items[i]) && kept > 0 && !is_up(s->items[kept - 1])) kept--;
    else s->items[kept++] = s->items[i];
  }
  s->n = kept;
}

static str merge_path(struct arena *a, str base_path, str path)
{
  struct segments rel = split_path(a, path, 0), base = split_path(a, base_path, rel.n);
  resolve_base(&base);
  /* An absolute path replaces that of the base. */
  if (rel.n > 0 && rel.items[0].n == 0) {
    base.n = 0;
    rel.items++;
    rel.n--;
  }
  resolve_relative(&rel);
  bool slash = rel.n > 0;
  if (base.n == 0) base.items[base.n++] = STR_EMPTY;
  else if (slash) base.n--;
  for (size_t i = 0; i < rel.n; i++) {
    if (slash && is_up(rel.items[i])) {
      if (base.n > 1) base.n--;
      continue;
    }
    slash = false;
    base.items[base.n++] = rel.items[i];
  }
  if (slash) base.items[base.n++] = STR_EMPTY;
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < base.n; i++) {
    if (i != 0) buf_char(&out, '/');
    buf_str(&out, base.items[i]);
  }
  return out.n == 0 ? STR_EMPTY : buf_view(&out);
}

const struct uri *uri_merge(struct arena *a, const struct uri *base, const struct uri *rel, str *error)
{
  assert(base != NULL && rel != NULL && error != NULL);
  if (rel->scheme.p != NULL) return rel;
  if (base->scheme.p == NULL) {
    *error = STR("both URI are relative");
    return NULL;
  }
  bool authority = rel->userinfo.p != NULL || rel->host.p != NULL || rel->port >= 0;
  struct uri *u = ARENA_NEW(a, struct uri);
  *u = *base;
  if (rel->path.n == 0 && !authority && rel->query.p == NULL) {
    if (rel->fragment.p != NULL) u->fragment = rel->fragment;
    return u;
  }
  if (rel->query.p != NULL && base->opaque.p != NULL) {
    *error = STR("query conflicts with opaque");
    return NULL;
  }
  u->query = rel->query;
  u->fragment = rel->fragment;
  if (rel->path.p != NULL && authority) {
    uri_set_path(a, u, rel->path);
  } else if (rel->path.p != NULL && base->path.p != NULL) {
    uri_set_path(a, u, merge_path(a, base->shown_path, rel->path));
  }
  if (rel->userinfo.p != NULL) u->userinfo = rel->userinfo;
  if (rel->host.p != NULL) u->host = rel->host;
  if (rel->port >= 0) u->port = rel->port;
  return u;
}
