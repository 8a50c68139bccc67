/* Digests of texts, and random numbers that depend only on a seed. fqdn_rand() must give the same numbers as Ruby,
 * so the seed is a digest in the order of words that Ruby uses for large integers, and the generator is Ruby's
 * (mt19937). */
#include "compiler/functions/fn_random.h"
#include "base/check.h"

#include <inttypes.h>

#include "base/digest.h"
#include "compiler/functions/fn_ruby.h"

static value digest(struct fn_call *call, const char *algorithm)
{
  str hex;
  if (!digest_hex(call->arena, algorithm, fn_string(call, call->args[0]), &hex))
    FN_FAIL(call, "The digest algorithm '%s' is not available", algorithm);
  return value_str(hex);
}

static value fn_digest_named(struct fn_call *call) { return digest(call, call->row->word); }

/* Uses the algorithm of the setting digest_algorithm. */
static value fn_digest(struct fn_call *call)
{
  const value v = hash_member(call->compilation->settings->values, "digest_algorithm");
  return digest(call, v.kind == V_STRING ? arena_strz(call->arena, value_text(v)) : "sha256");
}

/* --- random numbers --- */

struct mt19937 random_seeded(struct fn_call *call, const char *algorithm, str text)
{
  assert(algorithm != NULL);
  unsigned char bytes[DIGEST_MAX_BYTES];
  uint32_t words[DIGEST_MAX_BYTES / 4];
  unsigned n;
  if (!digest_bytes(algorithm, text, bytes, &n)) FN_FAIL(call, "The digest algorithm '%s' is not available", algorithm);
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

value random_fqdn(struct fn_call *call)
{
  const value networking = hash_member(call->compilation->node->facts, "networking");
  return networking.kind == V_HASH ? hash_member(networking.hash, "fqdn") : VALUE_UNDEF;
}

int64_t random_of_node(struct fn_call *call, int64_t max, value seed, bool downcase)
{
  value parts[] = {random_fqdn(call), value_int(max), seed};
  if (downcase && parts[0].kind != V_STRING) FN_FAIL(call, "undefined method `downcase' for nil:NilClass");
  if (downcase) parts[0] = value_str(text_downcase(call->arena, value_text(parts[0])));
  struct buf b = BUF_IN(call->arena);
  fn_join(call, &b, parts, 3, STR(":"));
  return random_below(call, buf_view(&b), max);
}

static value fn_fqdn_rand(struct fn_call *call)
{
  int64_t max = fn_to_i(call, call->args[0]);
  return value_int(random_of_node(call, max, fn_arg(call, 1), value_truthy(fn_arg(call, 2))));
}

const struct fn_row fn_digest_rows[] = {
  {"digest", NULL, fn_digest, "digest of a text, by the setting digest_algorithm", OLD_API(1)},
  {"fqdn_rand", NULL, fn_fqdn_rand, "a number below a limit, always the same for a node and a seed", OLD_API(-2)},
  {"md5", NULL, fn_digest_named, "MD5 digest of a text", .word = "md5", OLD_API(1)},
  {"sha1", NULL, fn_digest_named, "SHA-1 digest of a text", .word = "sha1", OLD_API(1)},
  {"sha256", NULL, fn_digest_named, "SHA-256 digest of a text", .word = "sha256", OLD_API(1)},
  {0},
};
