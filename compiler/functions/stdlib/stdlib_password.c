/* stdlib's functions for digests and passwords. */
#include <inttypes.h>

#include "base/digest.h"
#include "base/password.h"
#include "compiler/compilation/host.h"
#include "compiler/functions/stdlib/stdlib.h"

static value plain(value v) { return v.kind == V_SENSITIVE ? *v.sensitive : v; }

static void put_hex(struct buf *b, const void *bytes, size_t n)
{
  const unsigned char *p = bytes;
  for (size_t i = 0; i < n; i++) buf_printf(b, "%02x", p[i]);
}

/* --- password hashes --- */

struct hash_kind {
  const char *name, *prefix;
  bool bcrypt; /* the salt begins with the cost */
};

static const struct hash_kind *hash_kind(struct fn_call *call, str name)
{
  static const struct hash_kind kinds[] = {{"md5", "1", false},     {"sha-256", "5", false},  {"sha-512", "6", false},
                                           {"bcrypt", "2b", true},  {"bcrypt-a", "2a", true}, {"bcrypt-x", "2x", true},
                                           {"bcrypt-y", "2y", true}};
  str lower = text_downcase(call->arena, name);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (str_eqz(lower, kinds[i].name)) return &kinds[i];
  }
  FN_FAIL(call, "pw_hash(): %.*s is not a valid hash type", STR_FMT(name));
}

static bool is_salt(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_alpha(s.p[i]) && !ascii_is_digit(s.p[i]) && s.p[i] != '.' && s.p[i] != '/') return false;
  }
  return true;
}

/* Whether a line begins like a salt of bcrypt: cost, $, 22 characters. */
static bool is_bcrypt_salt(str s, bool checks_cost)
{
  str line;
  for (size_t at = 0; fn_next_line(s, &at, &line);) {
    if (line.n < 25 || !ascii_is_digit(line.p[0]) || !ascii_is_digit(line.p[1]) || line.p[2] != '$') continue;
    int cost = (line.p[0] - '0') * 10 + line.p[1] - '0';
    if (is_salt(str_sub(line, 3, 22)) && (!checks_cost || (cost >= 4 && cost <= 31))) return true;
  }
  return false;
}

static void check_salt(struct fn_call *call, const struct hash_kind *kind, str salt, bool checks_cost)
{
  if (salt.n == 0) FN_FAIL(call, "pw_hash(): third argument must not be empty");
  if (!kind->bcrypt && !is_salt(salt)) FN_FAIL(call, "pw_hash(): characters in salt must be in the set [a-zA-Z0-9./]");
  if (kind->bcrypt && !is_bcrypt_salt(salt, checks_cost)) {
    FN_FAIL(call, "pw_hash(): characters in salt must match (?-mix:^%s\\$[.\\/A-Za-z0-9]{22})",
            checks_cost ? "(0[4-9]|[12][0-9]|3[01])" : "[0-9]{2}");
  }
}

static value fn_pw_hash(struct fn_call *call)
{
  value password = plain(call->args[0]), name = plain(call->args[1]), salt = plain(call->args[2]);
  if (password.kind != V_STRING && password.kind != V_UNDEF)
    FN_FAIL(call, "pw_hash(): first argument must be a string");
  if (name.kind != V_STRING) FN_FAIL(call, "pw_hash(): second argument must be a string");
  const struct hash_kind *kind = hash_kind(call, value_text(name));
  if (salt.kind != V_STRING) FN_FAIL(call, "pw_hash(): third argument must be a string");
  check_salt(call, kind, value_text(salt), call->row->flag);
  if (password.kind == V_UNDEF || password.length == 0) return VALUE_UNDEF;
  str setting = arena_printf(call->arena, "$%s$%.*s", kind->prefix, STR_FMT(value_text(salt))), hash, error;
  if (str_index(value_text(password), '\0', 0) != SIZE_MAX) FN_FAIL(call, "string contains null byte");
  if (!password_crypt(call->arena, value_text(password), setting, &hash, &error))
    FN_FAIL(call, "%.*s - crypt", STR_FMT(error));
  return value_str(hash);
}

static value fn_str2saltedpbkdf2(struct fn_call *call)
{
  enum { KEY_BYTES = 128 };
  if (call->n != 3) FN_FAIL(call, "str2saltedpbkdf2(): wrong number of arguments (%u for 3)", call->n);
  value password = plain(call->args[0]), salt = plain(call->args[1]), times = plain(call->args[2]);
  if (password.kind != V_STRING) FN_FAIL(call, "str2saltedpbkdf2(): first argument must be a string");
  if (salt.kind != V_STRING) FN_FAIL(call, "str2saltedpbkdf2(): second argument must be a string");
  if (salt.length < 8) FN_FAIL(call, "str2saltedpbkdf2(): second argument must be at least 8 bytes long");
  if (times.kind != V_INT) FN_FAIL(call, "str2saltedpbkdf2(): third argument must be an integer");
  if (times.integer <= 40000 || times.integer >= 70000)
    FN_FAIL(call, "str2saltedpbkdf2(): third argument must be between 40,000 and 70,000");
  unsigned char key[KEY_BYTES];
  if (!password_pbkdf2(value_text(password), value_text(salt), (unsigned)times.integer, key, sizeof key))
    FN_FAIL(call, "The digest algorithm 'sha512' is not available");
  struct buf key_hex = BUF_IN(call->arena), salt_hex = BUF_IN(call->arena);
  put_hex(&key_hex, key, sizeof key);
  put_hex(&salt_hex, salt.text, salt.length);
  struct hash *h = hash_new(call->arena, 3);
  hash_put_str(h, call->arena, STR("password_hex"), value_str(buf_view(&key_hex)));
  hash_put_str(h, call->arena, STR("salt_hex"), value_str(buf_view(&salt_hex)));
  hash_put_str(h, call->arena, STR("iterations"), times);
  return value_hash(h);
}

static value fn_str2saltedsha512(struct fn_call *call)
{
  if (call->n != 1)
    FN_FAIL(call, "str2saltedsha512(): Wrong number of arguments passed (%u but we require 1)", call->n);
  if (call->args[0].kind != V_STRING)
    FN_FAIL(call, "str2saltedsha512(): Requires a String argument, you passed: %s", ruby_class(call->args[0]));
  unsigned char salt[4], bytes[DIGEST_MAX_BYTES];
  unsigned n;
  call->compilation->host->random_bytes(call->compilation->host->ctx, salt, sizeof salt);
  struct buf salted = BUF_IN(call->arena), out = BUF_IN(call->arena);
  buf_append(&salted, (const char *)salt, sizeof salt);
  buf_str(&salted, fn_text(call, 0));
  if (!digest_bytes("sha512", buf_view(&salted), bytes, &n))
    FN_FAIL(call, "The digest algorithm 'sha512' is not available");
  put_hex(&out, salt, sizeof salt);
  put_hex(&out, bytes, n);
  return value_str(buf_view(&out));
}

/* --- digests of data that may be sensitive or binary --- */

static value fn_sha256(struct fn_call *call)
{
  str hex;
  if (!digest_hex(call->arena, "sha256", fn_to_s(call, plain(call->args[0])), &hex))
    FN_FAIL(call, "The digest algorithm 'sha256' is not available");
  return value_str(hex);
}

static value fn_crc32(struct fn_call *call)
{
  str s = fn_to_s(call, plain(call->args[0]));
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < s.n; i++) {
    crc ^= (unsigned char)s.p[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  }
  return value_str(arena_printf(call->arena, "%" PRIx32, ~crc));
}

#define DATA "Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] $my_data >> String"

const struct fn_row fn_stdlib_password_rows[] = {
  {"pw_hash", NULL, fn_pw_hash, "the hash of a password, by crypt(3)", .below = 9, .flag = false, OLD_API(3)},
  {"pw_hash", NULL, fn_pw_hash, "the hash of a password, by crypt(3)", .from = 9, .flag = true, OLD_API(3)},
  {"stdlib::crc32", DATA, fn_crc32, "CRC-32 of data"},
  {"stdlib::sha256", DATA, fn_sha256, "SHA-256 digest of data"},
  {"str2saltedpbkdf2", NULL, fn_str2saltedpbkdf2, "a password as macOS stores it", OLD_API(-1)},
  {"str2saltedsha512", NULL, fn_str2saltedsha512, "a password as older macOS stores it", OLD_API(-1)},
  {0},
};
