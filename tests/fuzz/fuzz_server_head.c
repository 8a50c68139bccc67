/* Heads of requests, their targets, and the rules of auth.conf that apply to them. */
#include <assert.h>
#include <stdint.h>

#include "compiler/values/value.h"
#include "pki/pki.h"
#include "server/auth/auth.h"
#include "server/http/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct auth *rules(void)
{
  static struct auth *auth;
  static struct arena *arena;
  struct buf why = BUF_HEAP;
  str error;
  if (auth != NULL) return auth;
  arena = arena_new();
  struct server_config *c = config_read_text(
    STR("authorization: { version: 1, allow-header-cert-info: true, rules: ["
        "{ match-request: { path: \"^/x/([^/]+)/(.*)$\", type: regex }, allow: \"$1.$2\", "
        "sort-order: 1, name: a }, "
        "{ match-request: { path: \"/\", type: path, query-params: { a: b } }, allow: "
        "[\"*.test\", \"/^a/\"], deny: \"b\", sort-order: 2, name: b } ] }"),
    "auth.conf", &why);
  auth = auth_new(c, pki_oids_new(arena, STR("/nonexistent"), &error), &why);
  assert(auth != NULL);
  return auth;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  const str text = arena_str(a, str_n((const char *)data, size));
  struct head head;
  struct head_error why;
  bool relative;
  str rule, error;
  const size_t end = head_end(text);
  if (end > 0 && end <= HEAD_BYTES && head_parse(a, str_sub(text, 0, end), &head, &why)) {
    assert(!head.chunked || !head.has_length);
    struct request r = {
      .arena = a, .head = &head, .method = METHOD_GET, .method_name = head.method, .target = head.target};
    if (target_parse(&r, &why, &relative)) {
      assert(r.path.n > 0 && r.path.p[0] == '/' && str_find(r.path, STR("/../"), 0) == SIZE_MAX &&
             memchr(r.path.p, '\0', r.path.n) == NULL);
      if (auth_identify(rules(), &r, &error)) auth_allows(rules(), &r, &rule);
    }
    target_parameters(&r, str_from(text, end));
  }
  arena_free(a);
  return 0;
}
