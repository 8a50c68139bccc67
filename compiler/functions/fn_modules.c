/* Functions of modules that have one or two: mysql, postgresql, apache, memcached, redis, translate. */
#include <math.h>

#include "base/digest.h"
#include "compiler/evaluator/scope.h"
#include "compiler/functions/fn_stdlib_checks.h"

/* A function that moved below its module's name: warns and calls MODULE::NAME. */
static value moved(struct fn_call *call, const char *what, const char *module)
{
  str to = arena_printf(call->arena, "%s::%s", module, call->name);
  value args[] = {value_str(str_of(call->name)),
                  value_str(arena_printf(call->arena, "This %s is deprecated, please use %.*s instead.", what,
                                         STR_FMT(to)))};
  fn_other(call, "deprecation", args, 2);
  return fn_other(call, to.p, call->args, call->n);
}

/* --- mysql --- */

/* The hash of MySQL's PASSWORD(); what looks like one stays. */
static value mysql_password(struct fn_call *call, str password)
{
  static struct stdlib_pattern hashed = {"\\*[A-F0-9]{40}$", NULL};
  if (password.n == 0 || stdlib_pattern_matches(call, &hashed, password)) return value_str(password);
  unsigned char bytes[DIGEST_MAX_BYTES];
  unsigned n;
  str hex;
  if (!digest_bytes("sha1", password, bytes, &n) ||
      !digest_hex(call->arena, "sha1", str_n((const char *)bytes, n), &hex)) {
    FN_FAIL(call, "The digest algorithm 'sha1' is not available");
  }
  return value_str(arena_printf(call->arena, "*%.*s", STR_FMT(text_upcase(call->arena, hex))));
}

static value fn_mysql_password(struct fn_call *call) { return mysql_password(call, fn_text(call, 0)); }

static value fn_mysql_password_old(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "mysql_password(): Wrong number of arguments given (%u for 1)", call->n);
  value v = call->args[0];
  if ((v.kind == V_ARRAY && v.array->n == 0) || (v.kind == V_HASH && v.hash->n == 0))
    return value_str(STR_EMPTY);
  if (v.kind != V_STRING && v.kind != V_ARRAY && v.kind != V_HASH) stdlib_no_method(call, "empty?", v);
  return mysql_password(call, stdlib_string(call, v));
}

/* --- postgresql --- */

static str md5(struct fn_call *call, str text)
{
  str hex;
  if (!digest_hex(call->arena, "md5", text, &hex))
    FN_FAIL(call, "The digest algorithm 'md5' is not available");
  return hex;
}

static value fn_postgresql_password(struct fn_call *call)
{
  str text = arena_printf(call->arena, "%.*s%.*s", STR_FMT(stdlib_to_s(call, call->args[1])),
                          STR_FMT(stdlib_to_s(call, call->args[0])));
  return value_str(arena_printf(call->arena, "md5%.*s", STR_FMT(md5(call, text))));
}

/* Up to six letters made of a text. */
static str letters_of(struct fn_call *call, str text)
{
  struct buf b = BUF_IN(call->arena);
  str hex = md5(call, text);
  for (size_t i = 0; i < 6; i++) {
    if (!ascii_is_digit(hex.p[i])) buf_char(&b, hex.p[i]);
  }
  return buf_view(&b);
}

/* In dollar signs, with a tag between them that the text has not, when it has dollar signs of its own. */
static value fn_postgresql_escape(struct fn_call *call)
{
  str text = fn_text(call, 0);
  if (str_find(text, STR("$$"), 0) == SIZE_MAX && !str_ends(text, STR("$"))) {
    return value_str(arena_printf(call->arena, "$$%.*s$$", STR_FMT(text)));
  }
  str tag = letters_of(call, text);
  while (tag.n == 0 || str_find(text, tag, 0) != SIZE_MAX) {
    deadline_step();
    tag = letters_of(call, tag);
  }
  return value_str(arena_printf(call->arena, "$%.*s$%.*s$%.*s$", STR_FMT(tag), STR_FMT(text), STR_FMT(tag)));
}

static value fn_postgresql_moved(struct fn_call *call) { return moved(call, "method", "postgresql"); }

/* --- apache --- */

static value fn_bool2httpd(struct fn_call *call)
{
  static struct stdlib_pattern no = {"(?i:false)", NULL}, yes = {"(?i:true)", NULL};
  value v = call->args[0];
  const bool text = v.kind == V_STRING;
  if (!value_truthy(v) || (text && stdlib_pattern_matches(call, &no, value_text(v))))
    return value_str(STR("Off"));
  if (v.kind == V_BOOL || (text && stdlib_pattern_matches(call, &yes, value_text(v))))
    return value_str(STR("On"));
  return value_str(stdlib_to_s(call, v));
}

static value fn_apache_moved(struct fn_call *call) { return moved(call, "function", "apache"); }

/* --- memcached --- */

static int64_t to_i(struct fn_call *call, value v)
{
  if (v.kind == V_INT) return v.integer;
  if (v.kind == V_FLOAT) return stdlib_float_to_i(call, v.number);
  if (v.kind != V_STRING) stdlib_no_method(call, "to_i", v);
  return stdlib_text_to_i(call, value_text(v));
}

/* "15.6 GiB" in bytes. */
static int64_t bytes_of(struct fn_call *call, str size)
{
  static const struct {
    char letter;
    unsigned shift;
  } units[] = {{'k', 10}, {'M', 20}, {'G', 30}, {'T', 40}, {'E', 50}};
  size_t end = 0;
  while (end < size.n && (ascii_is_digit(size.p[end]) || strchr(".e+-", size.p[end]) != NULL)) end++;
  double number = stdlib_text_to_f(str_sub(size, 0, end));
  while (end < size.n && ascii_is_space(size.p[end])) end++;
  if (end == size.n || ascii_lower(size.p[end]) == 'b') return stdlib_float_to_i(call, number);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (units[i].letter == size.p[end]) {
      return stdlib_float_to_i(call, ldexp(number, (int)units[i].shift));
    }
  }
  FN_FAIL(call, "memcached_max_memory(): Unknown prefix %c", size.p[end]);
}

static value fn_max_memory(struct fn_call *call)
{
  value v = call->args[0];
  if (value_truthy(v) && !str_ends(stdlib_to_s(call, v), STR("%"))) return value_int(to_i(call, v));
  const value *facts = scope_lookup(call->compilation->top, STR("facts"));
  const value *memory =
      facts == NULL || facts->kind != V_HASH ? NULL : hash_get_str(facts->hash, STR("memorysize"));
  if (memory == NULL || memory->kind != V_STRING) stdlib_no_method(call, "[]", VALUE_UNDEF);
  const double percent = stdlib_text_to_f(value_truthy(v) ? stdlib_to_s(call, v) : STR("95%"));
  const double part = (double)(bytes_of(call, value_text(*memory)) / (1 << 20)) * (percent / 100.0);
  return value_int(stdlib_float_to_i(call, floor(part)));
}

/* --- translate --- */

/* The message in English, with what belongs in its %{places}. */
static value fn_translate(struct fn_call *call)
{
  if (call->n == 1) return call->args[0];
  const struct hash *h = call->args[1].hash;
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING) stdlib_no_method(call, "to_sym", h->entries[i].key);
  }
  struct buf b = BUF_IN(call->arena);
  ruby_format(call->context, &b, fn_text(call, 0), call->args + 1, 1);
  return value_str(buf_view(&b));
}

/* --- redis --- */

static value fn_getvar_emptystring(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "getvar_emptystring(): wrong number of arguments (%u; must be 1)", call->n);
  value v = stdlib_expected_variable(call, stdlib_to_s(call, call->args[0]));
  return v.kind == V_UNDEF ? value_str(STR_EMPTY) : v;
}

#define APACHE "apache", .from = 5, .below = 6
#define MEMCACHED "memcached", .from = 3, .below = 4
#define MYSQL "mysql", .from = 8, .below = 9
#define POSTGRESQL "postgresql", .from = 6, .below = 7
#define REDIS "redis", .from = 3, .below = 4
#define TRANSLATE "translate", .from = 2, .below = 3

const struct fn_row fn_modules_rows[] = {
    {"apache::bool2httpd", "$arg", fn_bool2httpd, "On or Off", APACHE},
    {"bool2httpd", "*$args", fn_apache_moved, "is apache::bool2httpd now", APACHE},
    {"getvar_emptystring", "@-1", fn_getvar_emptystring, "a variable, or an empty text", REDIS},
    {"memcached::max_memory", "Any $arg >> Integer", fn_max_memory, "MiB of memory, also as a part of all",
     MEMCACHED},
    {"mysql::password", "String $password >> String", fn_mysql_password,
     "the hash of a password as MySQL has it", MYSQL},
    {"mysql_password", "@-1", fn_mysql_password_old, "the hash of a password as MySQL has it", MYSQL},
    {"postgresql::postgresql_escape", "String[1] $input_string", fn_postgresql_escape,
     "a text in dollar quotes", POSTGRESQL},
    {"postgresql::postgresql_password",
     "Variant[String[1], Integer] $username, Variant[String[1], Integer] $password", fn_postgresql_password,
     "the hash of a password as PostgreSQL has it", POSTGRESQL},
    {"postgresql_escape", "*$args", fn_postgresql_moved, "is postgresql::postgresql_escape now", POSTGRESQL},
    {"postgresql_password", "*$args", fn_postgresql_moved, "is postgresql::postgresql_password now",
     POSTGRESQL},
    {"translate", "String $message, Hash ?$interpolation_values", fn_translate, "a message with values in it",
     TRANSLATE},
    {0},
};
