/* Digests of texts, and random numbers that depend only on a seed. fqdn_rand() must give the same numbers as Ruby,
 * so the seed is a digest in the order of words that Ruby uses for large integers, and the generator is Ruby's
 * (mt19937). */
#include "compiler/functions/fn_random.h"
#include "base/check.h"

#include <inttypes.h>
#include <math.h>

#include "base/digest.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_text.h"

static value digest(struct fn_call *call, const char *algorithm)
{
  str hex;
  if (call->args[0].kind != V_STRING) {
    FN_FAIL(call, "no implicit conversion of %s into String", ruby_conversion_name(call->args[0]));
  }
  if (!digest_hex(call->arena, algorithm, fn_text(call, 0), &hex)) {
    FN_FAIL(call, "The digest algorithm '%s' is not available", algorithm);
  }
  return value_str(hex);
}

static value fn_md5(struct fn_call *call) { return digest(call, "md5"); }

static value fn_sha1(struct fn_call *call) { return digest(call, "sha1"); }

static value fn_sha256(struct fn_call *call) { return digest(call, "sha256"); }

/* Uses the algorithm of the setting digest_algorithm. */
static value fn_digest(struct fn_call *call)
{
  const struct hash *settings = call->compilation->settings->values;
  const value *v = settings == NULL ? NULL : hash_get_str(settings, STR("digest_algorithm"));
  return digest(call, v == NULL || v->kind != V_STRING ? "sha256" : arena_strz(call->arena, value_text(*v)));
}

/* --- random numbers --- */

struct mt19937 random_seeded(struct fn_call *call, const char *algorithm, str text)
{
  assert(algorithm != NULL);
  unsigned char bytes[DIGEST_MAX_BYTES];
  uint32_t words[DIGEST_MAX_BYTES / 4];
  unsigned n;
  if (!digest_bytes(algorithm, text, bytes, &n)) {
    FN_FAIL(call, "The digest algorithm '%s' is not available", algorithm);
  }
  for (unsigned i = 0; i < n / 4; i++) {
    const unsigned char *from = bytes + n - 4 * (i + 1);
    words[i] = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
  }
  struct mt19937 mt;
  mt19937_seed(&mt, words, n / 4);
  return mt;
}

int64_t random_below(struct fn_call *call, str seed, int64_t max)
{
  if (max <= 0) FN_FAIL(call, "invalid argument - %" PRId64, max);
  struct mt19937 mt = random_seeded(call, "md5", seed);
  return (int64_t)mt19937_limited(&mt, (uint64_t)max - 1);
}

void random_join(struct fn_call *call, struct buf *out, const value *items, uint32_t n)
{
  assert(items != NULL || n == 0);
  context_enter(call->context);
  for (uint32_t i = 0; i < n; i++) {
    buf_z(out, i == 0 ? "" : ":");
    if (items[i].kind == V_ARRAY) {
      random_join(call, out, items[i].array->items, items[i].array->n);
    } else {
      ruby_to_s(out, items[i]);
    }
  }
  context_leave(call->context);
}

/* Like Ruby's String#to_i: the digits at the beginning of the text. */
static int64_t leading_integer(str s)
{
  size_t at = 0;
  while (at < s.n && ascii_is_space(s.p[at])) at++;
  bool negative = at < s.n && s.p[at] == '-';
  at += at < s.n && (s.p[at] == '-' || s.p[at] == '+');
  int64_t n = 0;
  for (bool digit = false; at < s.n; at++) {
    if (s.p[at] == '_' && digit && at + 1 < s.n && ascii_is_digit(s.p[at + 1])) continue;
    digit = ascii_is_digit(s.p[at]);
    if (!digit || __builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, s.p[at] - '0', &n)) break;
  }
  return negative ? -n : n;
}

int64_t random_integer(struct fn_call *call, value v)
{
  switch (v.kind) {
  case V_INT: return v.integer;
  case V_FLOAT:
    if (!(fabs(v.number) < 9.2e18)) FN_FAIL(call, "%s", isnan(v.number) ? "NaN" : "Infinity");
    return (int64_t)v.number;
  case V_STRING: return leading_integer(value_text(v));
  default: break;
  }
  struct buf b = BUF_IN(call->arena);
  ruby_inspect(&b, v);
  FN_FAIL(call, "undefined method `to_i' for %.*s:%s", STR_FMT(buf_view(&b)), ruby_class(v));
}

value random_fqdn(struct fn_call *call)
{
  const value *networking = hash_get_str(call->compilation->node->facts, STR("networking"));
  const value *fqdn = networking == NULL || networking->kind != V_HASH ? NULL
                                                                       : hash_get_str(networking->hash, STR("fqdn"));
  return fqdn == NULL ? VALUE_UNDEF : *fqdn;
}

int64_t random_of_node(struct fn_call *call, int64_t max, value seed, bool downcase)
{
  value parts[] = {random_fqdn(call), value_int(max), seed};
  if (downcase && parts[0].kind != V_STRING) {
    FN_FAIL(call, "undefined method `downcase' for nil:NilClass");
  }
  if (downcase) parts[0] = value_str(text_downcase(call->arena, value_text(parts[0])));
  struct buf b = BUF_IN(call->arena);
  random_join(call, &b, parts, 3);
  return random_below(call, buf_view(&b), max);
}

static value fn_fqdn_rand(struct fn_call *call)
{
  int64_t max = random_integer(call, call->args[0]);
  return value_int(random_of_node(call, max, fn_arg(call, 1), value_truthy(fn_arg(call, 2))));
}

const struct fn_row fn_digest_rows[] = {
  {"digest", "@1", fn_digest, "digest of a text, by the setting digest_algorithm"},
  {"fqdn_rand", "@-2", fn_fqdn_rand, "a number below a limit, always the same for a node and a seed"},
  {"md5", "@1", fn_md5, "MD5 digest of a text"},
  {"sha1", "@1", fn_sha1, "SHA-1 digest of a text"},
  {"sha256", "@1", fn_sha256, "SHA-256 digest of a text"},
  {0},
};
