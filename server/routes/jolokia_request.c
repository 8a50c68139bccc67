/* Requests in Jolokia's protocol: paths and JSON. Errors have the words of Jolokia 1.7.1, which puppetserver 7 uses. */
#include "server/routes/jolokia.h"

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "server/routes/input.h"

enum { MOST_PARTS = 16 };
#define ILLEGAL "java.lang.IllegalArgumentException"

static bool bad(struct jolokia_fault *fault, int status, const char *class, str text)
{
  *fault = (struct jolokia_fault){status, class, text};
  return false;
}

static bool read_type(struct arena *a, str name, struct jolokia_request *q, struct jolokia_fault *fault)
{
  static const char *const types[] = {"version", "list", "read", "search", "write", "exec", "notification"};
  const str lower = arena_lower(a, name);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    q->type = str_of(types[i]);
    if (str_eq(lower, q->type)) return true;
  }
  return bad(fault, 400, ILLEGAL, arena_printf(a, "No type with name '%.*s' exists", STR_FMT(name)));
}

/* DOMAIN:KEY=VALUE,… or a pattern. */
static bool check_name(str name, struct jolokia_fault *fault)
{
  const size_t colon = str_index(name, ':', 0);
  const str keys = colon == SIZE_MAX ? STR_EMPTY : str_from(name, colon + 1);
  if (keys.n == 0) return bad(fault, 400, ILLEGAL, STR("Invalid object name. Key properties cannot be empty"));
  if (str_index(keys, '=', 0) == SIZE_MAX && !str_eqz(keys, "*"))
    return bad(fault, 400, ILLEGAL, STR("Invalid object name. Unterminated key property part"));
  return true;
}

/* Checks the bean's name, and puts a property `*` behind the others. */
static bool take_name(struct arena *a, str name, struct jolokia_request *q, struct jolokia_fault *fault)
{
  const size_t keys = str_index(name, ':', 0) + 1;
  q->mbean = name;
  if (!check_name(name, fault)) return false;
  if (str_starts(str_from(name, keys), STR("*,")))
    q->mbean = arena_printf(a, "%.*s%.*s,*", STR_FMT(str_sub(name, 0, keys)), STR_FMT(str_from(name, keys + 2)));
  return true;
}

static bool is_one_of(str type, const char *one, const char *other)
{
  return str_eqz(type, one) || (other != NULL && str_eqz(type, other));
}

/* --- paths --- */

/* Splits at slashes; `!/` stands for a slash, `!!` for an exclamation mark. The last part may contain slashes. */
static unsigned split(struct arena *a, str path, str parts[MOST_PARTS])
{
  struct buf part = BUF_IN(a);
  unsigned n = 0;
  for (size_t i = 0; i < path.n; i++) {
    const bool escaped = path.p[i] == '!' && i + 1 < path.n;
    if (path.p[i] == '/' && n < MOST_PARTS - 1) {
      parts[n++] = buf_finish(&part);
      part = (struct buf)BUF_IN(a);
    } else {
      buf_char(&part, path.p[i += escaped]);
    }
  }
  parts[n] = buf_finish(&part);
  return parts[n].n > 0 ? n + 1 : n;
}

static str join(struct arena *a, const str *parts, unsigned n)
{
  struct buf out = BUF_IN(a);
  for (unsigned i = 0; i < n; i++) {
    if (i > 0) buf_char(&out, '/');
    buf_str(&out, parts[i]);
  }
  return buf_finish(&out);
}

static value list_of(struct arena *a, const str *parts, unsigned n)
{
  struct array *list = array_new(a, n);
  for (unsigned i = 0; i < n; i++) list->items[i] = value_str(parts[i]);
  return value_array(list);
}

static void one_attribute(struct arena *a, struct jolokia_request *q, str name)
{
  q->attributes = arena_array(a, 1, sizeof *q->attributes);
  q->attributes[q->n++] = name;
}

/* "A,B" is a list; a backslash before a comma makes it a part of a name. Java drops empty names at the end. */
static void split_attributes(struct arena *a, str text, struct jolokia_request *q)
{
  struct buf name = BUF_IN(a);
  q->attributes = arena_array(a, text.n + 1, sizeof *q->attributes);
  for (size_t i = 0; i <= text.n; i++) {
    if (i == text.n || text.p[i] == ',') {
      q->attributes[q->n++] = buf_finish(&name);
      name = (struct buf)BUF_IN(a);
      continue;
    }
    if (text.p[i] == '\\' && i + 1 < text.n && text.p[i + 1] == ',') i++;
    buf_char(&name, text.p[i]);
  }
  while (q->n > 1 && q->attributes[q->n - 1].n == 0) q->n--;
  q->list = q->n > 1;
}

/* The parts behind the bean's name. */
static void read_rest(struct arena *a, const str *parts, unsigned n, struct jolokia_request *q)
{
  if (str_eqz(q->type, "exec")) {
    q->operation = parts[0];
    if (n == 1) return;
    q->extra_name = "arguments";
    q->extra = list_of(a, parts + 1, n - 1);
    return;
  }
  if (n > 0 && str_eqz(q->type, "read")) split_attributes(a, parts[0], q);
  else if (n > 0) one_attribute(a, q, parts[0]);
  if (str_eqz(q->type, "write")) {
    q->extra_name = "value";
    q->extra = value_str(join(a, parts + 1, n - 1));
  } else if (n > 1) {
    q->path = join(a, parts + 1, n - 1);
  }
}

static bool few_attributes(struct arena *a, const struct jolokia_request *q, struct jolokia_fault *fault)
{
  if (q->n <= JOLOKIA_ATTRIBUTES) return true;
  return bad(fault, 413, ILLEGAL,
             arena_printf(a, "%u attributes in one request are more than %d", q->n, JOLOKIA_ATTRIBUTES));
}

bool jolokia_read_path(struct arena *a, str path, str whole, struct jolokia_request *q, struct jolokia_fault *fault)
{
  str parts[MOST_PARTS];
  const unsigned n = split(a, path, parts);
  *q = (struct jolokia_request){0};
  if (!read_type(a, n > 0 ? parts[0] : STR("version"), q, fault)) return false;
  if (str_eqz(q->type, "list")) q->path = join(a, parts + 1, n - 1);
  const bool named = is_one_of(q->type, "read", "search");
  if (!named && !is_one_of(q->type, "write", "exec")) return true;
  const unsigned least = named ? 2 : str_eqz(q->type, "exec") ? 3 : 4;
  if (n < least || parts[1].n == 0) {
    const char *command = named ? (str_eqz(q->type, "read") ? "READ" : "SEARCH") : least == 3 ? "EXEC" : "WRITE";
    return bad(fault, 400, ILLEGAL,
               arena_printf(a, "Invalid arguments in pathinfo %.*s for command %s", STR_FMT(whole), command));
  }
  read_rest(a, parts + 2, n - 2, q);
  return few_attributes(a, q, fault) && take_name(a, parts[1], q, fault);
}

/* --- JSON --- */

str jolokia_text(struct arena *a, value v)
{
  struct buf json = BUF_IN(a), out = BUF_IN(a);
  if (v.kind == V_STRING) return value_text(v);
  value_print_json(&json, v);
  for (size_t i = 0; i < json.n; i++) {
    if (json.p[i] == '/') buf_char(&out, '\\');
    buf_char(&out, json.p[i]);
  }
  return buf_finish(&out);
}

static const char *class_of(value v, bool *of_java)
{
  *of_java = v.kind != V_ARRAY && v.kind != V_HASH;
  return v.kind == V_ARRAY   ? "org.json.simple.JSONArray"
         : v.kind == V_HASH  ? "org.json.simple.JSONObject"
         : v.kind == V_BOOL  ? "java.lang.Boolean"
         : v.kind == V_FLOAT ? "java.lang.Double"
                             : "java.lang.Long";
}

static bool bad_cast(struct arena *a, value v, struct jolokia_fault *fault)
{
  bool of_java;
  const char *class = class_of(v, &of_java);
  const str where = of_java
                      ? arena_printf(a, "%s and java.lang.String are in module java.base of loader 'bootstrap'", class)
                      : arena_printf(a,
                                     "%s is in unnamed module of loader 'app'; java.lang.String is in module "
                                     "java.base of loader 'bootstrap'",
                                     class);
  return bad(fault, 500, "java.lang.ClassCastException",
             arena_printf(a, "class %s cannot be cast to class java.lang.String (%.*s)", class, STR_FMT(where)));
}

/* A member that must be a string; empty if it is missing or null. */
static bool read_text(struct arena *a, value v, const char *key, str *out, struct jolokia_fault *fault)
{
  const value member = value_member(v, key);
  *out = value_text_or_empty(member);
  return member.kind == V_STRING || member.kind == V_UNDEF || bad_cast(a, member, fault);
}

static bool read_attributes(struct arena *a, value v, struct jolokia_request *q, struct jolokia_fault *fault)
{
  bool of_java;
  if (v.kind == V_UNDEF) return true;
  if (v.kind == V_STRING) {
    one_attribute(a, q, value_text(v));
    return true;
  }
  if (v.kind != V_ARRAY)
    return bad(fault, 400, ILLEGAL,
               arena_printf(a, "Attribute names must be either a String, Collection or null (and not class %s)",
                            class_of(v, &of_java)));
  q->list = true;
  q->attributes = arena_array(a, v.array->n + 1, sizeof *q->attributes);
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (v.array->items[i].kind == V_UNDEF) continue;
    if (v.array->items[i].kind != V_STRING) return bad_cast(a, v.array->items[i], fault);
    q->attributes[q->n++] = value_text(v.array->items[i]);
  }
  return few_attributes(a, q, fault);
}

static void read_extra(value v, struct jolokia_request *q)
{
  const char *name = str_eqz(q->type, "exec") ? "arguments" : str_eqz(q->type, "write") ? "value" : NULL;
  if (name == NULL || value_member(v, name).kind == V_UNDEF) return;
  q->extra_name = name;
  q->extra = value_member(v, name);
}

bool jolokia_read_object(struct arena *a, value v, struct jolokia_request *q, struct jolokia_fault *fault)
{
  str type;
  *q = (struct jolokia_request){0};
  if (!read_text(a, v, "type", &type, fault)) return false;
  if (value_member(v, "type").kind == V_UNDEF) return bad(fault, 400, ILLEGAL, STR("No type given"));
  if (!read_type(a, type, q, fault) || !read_text(a, v, "path", &q->path, fault)) return false;
  if (is_one_of(q->type, "version", "list") || str_eqz(q->type, "notification")) return true;
  if (!read_text(a, v, "mbean", &q->mbean, fault)) return false;
  if (value_member(v, "mbean").kind == V_UNDEF) return bad(fault, 400, ILLEGAL, STR("Objectname can not be null"));
  if (!take_name(a, q->mbean, q, fault)) return false;
  read_extra(v, q);
  const value config = value_member(v, "config");
  const value lenient = config.kind == V_HASH ? value_member(config, "ignoreErrors") : VALUE_UNDEF;
  q->lenient = lenient.kind == V_BOOL ? lenient.boolean
                                      : lenient.kind == V_STRING && str_eqz(value_text(lenient), "true");
  if (str_eqz(q->type, "exec")) return read_text(a, v, "operation", &q->operation, fault);
  return str_eqz(q->type, "search") || read_attributes(a, value_member(v, "attribute"), q, fault);
}
