/* Names of object identifiers: Puppet's, those of the site, OpenSSL's. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/objects.h>

#include "base/file.h"
#include "base/oid.h"
#include "compiler/values/value.h"
#include "pki/internal.h"

struct pki_oids {
  struct strmap names;   /* number -> str *, the short name */
  struct strmap numbers; /* short and long name -> str *, the number */
};

static const struct {
  str number, short_name, long_name;
} own[] = {
#define PKI_OID(number, short_name, long_name) {STR(PKI_OID_PUPPET number), STR(short_name), STR(long_name)},
#include "pki/oids.def"
#undef PKI_OID
};

static void add_oid(struct arena *a, struct pki_oids *o, str number, str short_name, str long_name)
{
  str *name = ARENA_NEW(a, str), *of = ARENA_NEW(a, str);
  *name = short_name;
  *of = number;
  strmap_put(&o->names, number, name);
  strmap_put(&o->numbers, short_name, of);
  strmap_put(&o->numbers, long_name, of);
}

static bool mapping_error(struct arena *a, str file, str *error, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
static bool mapping_error(struct arena *a, str file, str *error, const char *fmt, ...)
{
  struct buf text = BUF_IN(a);
  va_list ap;
  va_start(ap, fmt);
  buf_printf(&text, "Error loading ssl custom OIDs mapping file from '%.*s': ", STR_FMT(file));
  buf_vprintf(&text, fmt, ap);
  va_end(ap);
  *error = buf_finish(&text);
  return false;
}

static bool add_mapping(struct arena *a, struct pki_oids *o, str file, const struct hash_entry *e, str *error)
{
  str number = value_to_str(a, e->key);
  const value *short_name = e->value.kind == V_HASH ? hash_get_str(e->value.hash, STR("shortname")) : NULL;
  const value *long_name = e->value.kind == V_HASH ? hash_get_str(e->value.hash, STR("longname")) : NULL;
  if (short_name == NULL || value_is_undef(*short_name) || long_name == NULL || value_is_undef(*long_name))
    return mapping_error(a, file, error, "incomplete definition of oid '%.*s'", STR_FMT(number));
  struct oid parsed;
  if (!oid_parse(arena_strz(a, number), &parsed))
    return mapping_error(a, file, error, "'%.*s' is not an object identifier", STR_FMT(number));
  add_oid(a, o, number, value_to_str(a, *short_name), value_to_str(a, *long_name));
  return true;
}

static bool read_mapping(struct arena *a, struct pki_oids *o, str file, str *error)
{
  struct buf text = BUF_IN(a);
  int reason = file_read(arena_strz(a, file), DATA_MAX_BYTES, &text);
  /* Like Puppet, ignores a file that it may not read. */
  if (reason == ENOENT || reason == ENOTDIR || reason == EACCES) return true;
  if (reason != 0) return mapping_error(a, file, error, "%s", file_reason(reason));
  value data;
  str why;
  if (!value_read_yaml_safely(a, buf_view(&text), file, &data, &why))
    return mapping_error(a, file, error, "%.*s", STR_FMT(why));
  const value *mapping = data.kind == V_HASH ? hash_get_str(data.hash, STR("oid_mapping")) : NULL;
  if (mapping == NULL) return mapping_error(a, file, error, "no such index 'oid_mapping'");
  if (mapping->kind != V_HASH) return mapping_error(a, file, error, "data under index 'oid_mapping' must be a Hash");
  for (uint32_t i = 0; i < mapping->hash->n; i++)
    if (!add_mapping(a, o, file, &mapping->hash->entries[i], error)) return false;
  return true;
}

struct pki_oids *pki_oids_new(struct arena *a, str mapping_file, str *error)
{
  struct pki_oids *o = ARENA_NEW(a, struct pki_oids);
  strmap_init(&o->names, a);
  strmap_init(&o->numbers, a);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    add_oid(a, o, own[i].number, own[i].short_name, own[i].long_name);
  if (mapping_file.n > 0 && !read_mapping(a, o, mapping_file, error)) return NULL;
  return o;
}

str pki_oid_name(const struct pki_oids *o, str number)
{
  const str *name = strmap_get(&o->names, number);
  return name != NULL ? *name : number;
}

str pki_object_number(struct arena *a, const ASN1_OBJECT *object)
{
  char text[256];
  int n = OBJ_obj2txt(text, sizeof text, object, 1);
  ERR_clear_error();
  if (n <= 0) return STR_EMPTY;
  if ((size_t)n < sizeof text) return arena_str(a, str_n(text, (size_t)n));
  char *longer = arena_alloc(a, (size_t)n + 1);
  OBJ_obj2txt(longer, n + 1, object, 1);
  return str_n(longer, (size_t)n);
}

str pki_oid_number(struct arena *a, const struct pki_oids *o, str name)
{
  const str *own_number = strmap_get(&o->numbers, name);
  if (own_number != NULL) return *own_number;
  ASN1_OBJECT *object = OBJ_txt2obj(arena_strz(a, name), 0);
  ERR_clear_error();
  if (object == NULL) return STR_EMPTY;
  str number = pki_object_number(a, object);
  ASN1_OBJECT_free(object);
  return number;
}

bool pki_oid_below(str number, const char *above, bool itself)
{
  str top = str_of(above);
  if (!str_starts(number, top)) return false;
  return number.n == top.n ? itself : number.p[top.n] == '.';
}
