/* stdlib's random numbers and strings, UUIDs, and load_module_metadata. */
#include "compiler/environment/environment.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/fn_random.h"
#include "compiler/functions/stdlib/stdlib.h"

#include "base/digest.h"
#include "base/uuid.h"

/* Whether the value is an integer, or a string of one without leading zeroes. */
static bool is_whole_number(value v)
{
  if (v.kind != V_STRING) return v.kind == V_INT;
  str s = value_text(v);
  s = str_starts(s, STR("-")) ? str_from(s, 1) : s;
  return str_digits(s, 0) == s.n && (s.n == 1 || (s.n > 1 && s.p[0] != '0'));
}

static int64_t positive(struct fn_call *call)
{
  int64_t max = is_whole_number(call->args[0]) ? fn_to_i(call, call->args[0]) : 0;
  if (max <= 0) FN_FAIL(call, "%s(): first argument must be a positive integer", call->name);
  return max;
}

static value fn_seeded_rand(struct fn_call *call)
{
  int64_t max = positive(call);
  if (call->args[1].kind != V_STRING) FN_FAIL(call, "seeded_rand(): second argument must be a string");
  return value_int(random_below(call, fn_text(call, 1), max));
}

static value fn_fqdn_rand_string(struct fn_call *call)
{
  int64_t length = positive(call);
  value given = fn_arg(call, 1);
  if (call->n > 1 && given.kind != V_STRING && given.kind != V_UNDEF)
    FN_FAIL(call, "fqdn_rand_string(): second argument must be undef or a string");
  str letters = given.kind == V_STRING && given.length > 0
                  ? value_text(given)
                  : STR("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  const struct array *set = fn_elements(call, value_str(letters));
  uint32_t seeds = call->n > 2 ? call->n - 2 : 0;
  value *parts = arena_array(call->arena, seeds + 1, sizeof *parts);
  for (uint32_t i = 0; i < seeds; i++) parts[i] = call->args[i + 2];
  struct buf out = BUF_IN(call->arena), seed = BUF_IN(call->arena);
  for (int64_t i = 1; i <= length; i++) {
    parts[seeds] = value_str(arena_printf(call->arena, "%lld", (long long)i));
    buf_clear(&seed);
    fn_join(call, &seed, parts, seeds + 1, STR(":"));
    int64_t at = random_of_node(call, set->n, value_str(buf_view(&seed)), false);
    buf_str(&out, value_text(set->items[at]));
  }
  return value_str(buf_view(&out));
}

static value fn_seeded_rand_string(struct fn_call *call)
{
  str letters = call->n > 2 && call->args[2].kind == V_STRING
                  ? fn_text(call, 2)
                  : STR("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const struct array *set = fn_elements(call, value_str(letters));
  struct mt19937 mt = random_seeded(call, "sha256", fn_text(call, 1));
  struct buf out = BUF_IN(call->arena);
  for (int64_t i = 0; i < call->args[0].integer; i++) {
    buf_str(&out, value_text(set->items[mt19937_limited(&mt, set->n - 1)]));
  }
  return value_str(buf_view(&out));
}

static value rotated(struct fn_call *call, value fqdn)
{
  value v = call->args[0];
  const struct array *from = fn_elements(call, v);
  if (from->n <= 1) return v;
  value parts[] = {fqdn, array_of(call->arena, call->args + 1, call->n - 1)};
  struct buf seed = BUF_IN(call->arena);
  fn_join(call, &seed, parts, 2, STR(":"));
  uint32_t offset = (uint32_t)random_below(call, buf_view(&seed), from->n);
  struct array *out = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < from->n; i++) out->items[i] = from->items[(i + offset) % from->n];
  return fn_like(call, v, out);
}

static value fn_fqdn_rotate(struct fn_call *call)
{
  stdlib_first_sequence(call);
  return rotated(call, value_or_undef(scope_lookup(call->scope, STR("::fqdn"))));
}

/* A UUID of version 5 (RFC 4122), in the name space of host names. */
static value fn_fqdn_uuid(struct fn_call *call)
{
  static const char name_space[] = "\x6b\xa7\xb8\x10\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8";
  if (call->n != 1) {
    if (call->n == 0) FN_FAIL(call, "fqdn_uuid: No arguments given");
    FN_FAIL(call, "fqdn_uuid: Too many arguments given (%u)", call->n);
  }
  if (call->args[0].kind != V_STRING)
    FN_FAIL(call, "no implicit conversion of %s into String", ruby_conversion_name(call->args[0]));
  struct buf b = BUF_IN(call->arena);
  buf_append(&b, name_space, sizeof name_space - 1);
  buf_str(&b, fn_text(call, 0));
  unsigned char bytes[DIGEST_MAX_BYTES];
  unsigned n;
  if (!digest_bytes("sha1", buf_view(&b), bytes, &n)) FN_FAIL(call, "The digest algorithm 'sha1' is not available");
  char text[UUID_SIZE];
  uuid_text(bytes, 5, text);
  return value_str(arena_str(call->arena, str_of(text)));
}

static value fn_load_module_metadata(struct fn_call *call)
{
  if (call->n != 1 && call->n != 2)
    FN_FAIL(call, "load_module_metadata(): Wrong number of arguments, expects one or two");
  struct compilation *c = call->compilation;
  const str name = fn_to_s(call, call->args[0]);
  str module = stdlib_module(call, name), text, error;
  str path = arena_printf(call->arena, "%.*s/metadata.json", STR_FMT(module));
  if (c->host->stat(c->host->ctx, path).kind == HOST_NOTHING) {
    if (call->n < 2 || !value_truthy(call->args[1]))
      FN_FAIL(call, "load_module_metadata(): No metadata.json file for module %.*s", STR_FMT(name));
    return value_hash(hash_new(call->arena, 0));
  }
  value v;
  if (!c->host->read_file(c->host->ctx, call->arena, path, &text, &error) ||
      !value_read_json(call->arena, text, &v, &error)) {
    FN_FAIL(call, "%.*s: %.*s", STR_FMT(path), STR_FMT(error));
  }
  return v;
}

/* stdlib 9 uses the fact networking.fqdn, which may be undef. */
static value fn_fqdn_rotate_9(struct fn_call *call) { return rotated(call, random_fqdn(call)); }

#define RAND_STRING "Integer[1] $length, Optional[String] ?$charset, *$seed"
#define SEEDED_STRING "Integer[1] $length, String $seed, String[2] ?$charset"

const struct fn_row fn_stdlib_random_rows[] = {
  {"fqdn_rand_string", NULL, fn_fqdn_rand_string, "a text of random letters, the same for a node and a seed",
   .below = 9, OLD_API(-2)},
  {"fqdn_rotate", NULL, fn_fqdn_rotate, "elements turned by a number that is the same for a node", .below = 9,
   OLD_API(-1)},
  {"fqdn_uuid", NULL, fn_fqdn_uuid, "a UUID of version 5 for a host name", OLD_API(-1)},
  {"load_module_metadata", NULL, fn_load_module_metadata, "the contents of the metadata.json of a module", OLD_API(-1)},
  {"seeded_rand", NULL, fn_seeded_rand, "a number below a limit, the same for a seed", .below = 9, OLD_API(2)},
  {"seeded_rand_string", SEEDED_STRING, fn_seeded_rand_string, "a text of random letters, the same for a seed",
   .below = 9},
  {"stdlib::fqdn_rand_string", RAND_STRING, fn_fqdn_rand_string,
   "a text of random letters, the same for a node and a seed"},
  {"stdlib::fqdn_rotate", "String $input, Variant[Integer, String] *$seeds >> String", fn_fqdn_rotate_9,
   "characters turned by a number that is the same for a node"},
  {"stdlib::fqdn_rotate", "Array $input, Variant[Integer, String] *$seeds >> Array", fn_fqdn_rotate_9,
   "elements turned by a number that is the same for a node"},
  {"stdlib::seeded_rand", "Integer[1] $max, String $seed", fn_seeded_rand,
   "a number below a limit, the same for a seed"},
  {"stdlib::seeded_rand_string", SEEDED_STRING, fn_seeded_rand_string, "a text of random letters, the same for a seed"},
  {0},
};
