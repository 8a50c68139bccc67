/* eyaml_lookup_key: YAML in which strings may contain ENC[PKCS7,…], encrypted for a key of the user. Only the value of
 * the requested key is decrypted. Decrypted values are cached in the entry, for one compilation, and never in the
 * environment. */
#include "base/base64.h"
#include "compiler/lookup/eyaml_key.h"
#include "compiler/lookup/internal.h"

struct decryption {
  struct lookup_call *call;
  const struct hash *options;
  str key, path;
};

static str option(const struct decryption *d, const char *name)
{
  const value v = hash_member(d->options, name);
  return v.kind == V_STRING ? value_text(v) : (str){NULL, 0};
}

_Noreturn static void fail_decrypting(struct decryption *d, str data, str message)
{
  lookup_fail(d->call, FAILED_IN_LOOKUP,
              "hiera-eyaml backend error decrypting %.*s when looking up %.*s in %.*s. Error was %.*s", STR_FMT(data),
              STR_FMT(d->key), STR_FMT(d->path), STR_FMT(message));
}

/* --- ENC[scheme,digits] --- */

struct encrypted {
  size_t begin, end;
  str scheme, digits;
};

/* The digits of base64, and the characters that are allowed between them. */
static bool is_digit(char c)
{
  return ascii_is_alpha((unsigned char)c) || ascii_is_digit((unsigned char)c) || strchr("+/ =\n", c) != NULL;
}

/* Finds the first ENC[scheme,digits] at or after `from`; the default scheme is PKCS7. Skips invalid ones. */
static bool next_encrypted(str s, size_t from, struct encrypted *out)
{
  for (size_t at = from; (at = str_find(s, STR("ENC["), at)) != SIZE_MAX; at++) {
    const size_t end = str_index(s, ']', at);
    if (end == SIZE_MAX) return false;
    str inner = str_sub(s, at + 4, end - at - 4);
    const size_t comma = str_index(inner, ',', 0);
    *out = (struct encrypted){.begin = at, .end = end + 1, .scheme = STR("PKCS7"), .digits = inner};
    if (comma != SIZE_MAX && comma > 0) {
      out->scheme = str_sub(inner, 0, comma);
      out->digits = str_from(inner, comma + 1);
    }
    bool good = out->digits.n > 0;
    for (size_t i = 0; i < out->scheme.n; i++) good = good && ascii_is_word((unsigned char)out->scheme.p[i]);
    for (size_t i = 0; i < out->digits.n; i++) good = good && out->digits.p[i] != '\0' && is_digit(out->digits.p[i]);
    if (good) return true;
  }
  return false;
}

/* The option NAME is a file, NAME_env_var a variable of the process's environment, which has priority if it is set. */
static str read_key(struct decryption *d, str data, const char *name, const char *variable_name)
{
  struct compilation *c = d->call->c;
  const struct host *host = c->environment->host;
  str path = option(d, name), variable = option(d, variable_name), text, error;
  const char *held = NULL;
  if (variable.p != NULL && host->variable != NULL) held = host->variable(host->ctx, arena_strz(c->arena, variable));
  if (held != NULL) return str_of(held);
  if (path.p == NULL) fail_decrypting(d, data, STR("no implicit conversion of nil into String"));
  /* The file is watched, since the values depend on the key. */
  environment_file(c->environment, path);
  if (host->read_file(host->ctx, c->arena, path, &text, &error)) return text;
  fail_decrypting(d, data, arena_printf(c->arena, "%.*s @ rb_sysopen - %.*s", STR_FMT(error), STR_FMT(path)));
}

/* Returns the pair of keys, read once for each pair of files or variables. */
static const struct eyaml_key *key_pair(struct decryption *d, str data)
{
  static const char *const names[] = {"pkcs7_public_key", "pkcs7_public_key_env_var", "pkcs7_private_key",
                                      "pkcs7_private_key_env_var"};
  struct lookup *state = d->call->state;
  struct arena *a = d->call->c->arena;
  struct buf name = BUF_IN(a);
  str error;
  for (int i = 0; i < 4; i++) {
    const str given = option(d, names[i]);
    if (i % 2 == 1 && given.p == NULL && option(d, names[i - 1]).p == NULL) {
      fail_decrypting(d, data, arena_printf(a, "%s is not defined", names[i - 1]));
    }
    buf_printf(&name, "%.*s:", STR_FMT(given));
  }
  const struct eyaml_key *known = strmap_get(&state->keys, buf_view(&name));
  if (known != NULL) return known;
  const str private_pem = read_key(d, data, names[2], names[3]), public_pem = read_key(d, data, names[0], names[1]);
  const struct eyaml_key *key = eyaml_key_read(a, private_pem, public_pem, &error);
  if (key == NULL) fail_decrypting(d, data, error);
  strmap_put(&state->keys, buf_view(&name), (void *)key);
  return key;
}

static str plain_text(struct decryption *d, str data, const struct encrypted *e)
{
  struct arena *a = d->call->c->arena;
  str out, error;
  if (!str_caseeq(e->scheme, STR("PKCS7"))) {
    fail_not_supported(&d->call->c->context, "values encrypted by %.*s (key %.*s in %.*s)", STR_FMT(e->scheme),
                       STR_FMT(d->key), STR_FMT(d->path));
  }
  if (!eyaml_decrypt(a, key_pair(d, data), base64_decode(a, e->digits), &out, &error)) fail_decrypting(d, data, error);
  return out;
}

static value decrypt_text(struct decryption *d, str data)
{
  struct buf out = BUF_IN(d->call->c->arena);
  struct encrypted e;
  size_t at = 0;
  bool any = false;
  while (next_encrypted(data, at, &e)) {
    buf_str(&out, str_sub(data, at, e.begin - at));
    buf_str(&out, plain_text(d, data, &e));
    at = e.end;
    any = true;
  }
  if (any) {
    buf_str(&out, str_from(data, at));
    data = buf_view(&out);
    /* Like Ruby's chomp, which hiera-eyaml calls, drops a line break at the end. */
    if (str_ends(data, STR("\n"))) data.n--;
    if (str_ends(data, STR("\r"))) data.n--;
  }
  return lookup_interpolate(d->call, value_str(data), true);
}

/* Keys are not encrypted. */
static value plain_key(void *ctx, value v) { return lookup_interpolate(((struct decryption *)ctx)->call, v, true); }

static value decrypt(void *ctx, value v)
{
  struct decryption *d = ctx;
  if (v.kind == V_STRING) return decrypt_text(d, value_text(v));
  context_enter(&d->call->c->context);
  v = value_map(d->call->c->arena, v, plain_key, decrypt, d);
  context_leave(&d->call->c->context);
  return v;
}

bool lookup_eyaml(struct lookup_call *call, struct entry_context *x, const struct hash *options, str key, value *out)
{
  struct arena *a = call->c->arena;
  struct decryption d = {.call = call, .options = options, .key = key, .path = STR_EMPTY};
  d.path = option(&d, "path");
  if (d.path.p == NULL) {
    lookup_fail(call, FAILED_IN_RUBY,
                "'eyaml_lookup_key': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be "
                "declared in hiera.yaml when using this lookup_key function");
  }
  if (x->cache == NULL) x->cache = hash_new(a, 8);
  const value *v = hash_get_str(x->cache, key);
  if (v == NULL) {
    v = hash_get_str(lookup_data_file(call, d.path, BUILTIN_EYAML, NULL).hash, key);
    if (v == NULL) return false;
    hash_put_str(x->cache, a, arena_str(a, key), decrypt(&d, *v));
    v = hash_get_str(x->cache, key);
  }
  *out = *v;
  return true;
}
