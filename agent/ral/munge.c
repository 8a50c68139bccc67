/* Validation and munging for attributes that many types share; the messages are Puppet's. */
#include "agent/ral/munge.h"

#include <math.h>

#include <stdlib.h>

#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_integer.h"
#include "compiler/values/ruby_text.h"

const struct ral_word ral_boolean_words[] = {{.name = "true"}, {.name = "false"}, {.name = "yes"}, {.name = "no"}, {0}};
const struct ral_word ral_true_false_words[] = {{.name = "true"}, {.name = "false"}, {0}};
const struct ral_word ral_ensure_words[] = {{.name = "present"}, {.name = "absent"}, {0}};

bool ral_is_managed(const struct ral_resource *r)
{
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    if (a->flags & RAL_PROPERTY && ral_should(r, a).kind != V_UNDEF) return true;
  }
  return false;
}

value ral_fallback_present(struct ral_resource *r) { return ral_is_managed(r) ? RAL_WORD(present) : VALUE_UNDEF; }

bool ral_has_space(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (ascii_is_space((unsigned char)s.p[i])) return true;
  }
  return false;
}

bool ral_fail_listing(struct ral *ral, const char *provider)
{
  return ral_fail(ral,
                  "To support listing resources of this type the '%s' provider needs to implement an 'instances' "
                  "class method returning the current set of resources. We recommend porting your module to the "
                  "simpler Resource API instead: https://puppet.com/search/docs?keys=resource+api",
                  provider);
}

bool ral_no_instances(struct ral *ral, struct valuevec *names)
{
  (void)names;
  return ral_fail_listing(ral, "ruby");
}

bool ral_is_absolute(struct ral_resource *r, value v)
{
  if (v.kind == V_STRING) return v.length > 0 && v.text[0] == '/';
  ral_log_run(r->ral, LOG_LEVEL_WARNING,
              "Cannot check if %.*s is an absolute path because it is a '%s' and not a String'",
              STR_FMT(ral_to_s(r->ral->arena, v)), ruby_class(v));
  return false;
}

bool ral_validate_path(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str path = ral_to_s(r->ral->arena, v);
  if (ral_is_absolute(r, v)) return true;
  return ral_fail(r->ral, "File paths must be fully qualified, not '%.*s'", STR_FMT(path));
}

bool ral_validate_any(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)r, (void)a, (void)v;
  return true;
}

bool ral_munging_failed(struct ral_resource *r, const struct ral_attribute *a, value v, const char *fmt, ...)
{
  struct buf shown = BUF_IN(r->ral->arena);
  va_list ap;
  va_start(ap, fmt);
  const str why = buf_vformat(r->ral->arena, fmt, ap);
  va_end(ap);
  ruby_inspect(&shown, v);
  return ral_fail(r->ral, "Munging failed for value %.*s in class %s: %.*s", STR_FMT(buf_view(&shown)), a->name,
                  STR_FMT(why));
}

static str no_method(struct arena *a, value v, const char *method, const char *instead)
{
  return arena_printf(a, "undefined method `%s' for %.*s:%s%s%s", method, STR_FMT(ral_inspect(a, v)), ruby_class(v),
                      instead != NULL ? "\nDid you mean?  " : "", instead != NULL ? instead : "");
}

bool ral_no_method(struct ral_resource *r, const struct ral_attribute *a, value v, const char *method,
                   const char *instead)
{
  return ral_munging_failed(r, a, v, "%.*s", STR_FMT(no_method(r->ral->arena, v, method, instead)));
}

bool ral_lacks_method(struct ral *ral, value v, const char *method, const char *instead)
{
  return ral_fail_system(ral, "%.*s", STR_FMT(no_method(ral->arena, v, method, instead)));
}

bool ral_no_method_to_validate(struct ral *ral, const char *attribute, value v, const char *method, const char *instead)
{
  return ral_fail(ral, "Validate method failed for class %s: %.*s", attribute,
                  STR_FMT(no_method(ral->arena, v, method, instead)));
}

static const char no_conversion[] = "no implicit conversion of %s into String";

bool ral_need_text(struct ral *ral, value v)
{
  return v.kind == V_STRING || ral_fail_system(ral, no_conversion, ruby_conversion_name(v));
}

bool ral_need_text_to_munge(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  return v.kind == V_STRING || ral_munging_failed(r, a, v, no_conversion, ruby_conversion_name(v));
}

bool ral_need_text_as_name(struct ral_resource *r)
{
  const value name = ral_value(r, "name");
  return name.kind == V_STRING || ral_fail(r->ral, no_conversion, ruby_conversion_name(name));
}

bool ral_integer(struct ral *ral, value v, int64_t *n, bool *number)
{
  struct ruby_integer i = {0};
  *number = true;
  *n = v.integer;
  if (v.kind == V_INT) return true;
  if (v.kind == V_STRING) {
    *number = ruby_integer_of_text(ral->arena, value_text(v), 0, &i) && ruby_integer_fits(&i, n);
    return true;
  }
  if (v.kind == V_FLOAT && isfinite(v.number)) {
    i = ruby_integer_of_double(ral->arena, v.number);
    *number = ruby_integer_fits(&i, n);
    return true;
  }
  return ral_fail_system(ral, "can't convert %s into Integer", ruby_conversion_name(v));
}

bool ral_munge_boolean(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const str text = ral_to_s(r->ral->arena, *v);
  const bool yes = str_caseeq(text, STR("true")) || str_caseeq(text, STR("yes"));
  if (!yes && !str_caseeq(text, STR("false")) && !str_caseeq(text, STR("no"))) {
    return ral_munging_failed(r, a, *v, "expected a boolean value");
  }
  *v = value_bool(yes);
  return true;
}

/* Ruby's Integer() of digits and signs. */
bool ral_munge_id(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind != V_STRING) return true;
  const str text = value_text(*v);
  size_t i = 0;
  while (i < text.n && (text.p[i] == '-' || ascii_is_digit((unsigned char)text.p[i]))) i++;
  if (text.n == 0 || i < text.n) return true;
  char *end;
  const char *z = arena_strz(r->ral->arena, text);
  const bool octal = z[z[0] == '-'] == '0';
  const long long n = strtoll(z, &end, octal ? 8 : 10);
  if (*end != '\0' || end == z) {
    return ral_munging_failed(r, a, *v, "invalid value for Integer(): \"%.*s\"", STR_FMT(text));
  }
  *v = value_int(n);
  return true;
}

str ral_inspect(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  ruby_inspect(&out, v);
  return buf_view(&out);
}

str ral_join(struct arena *a, const struct array *texts, const char *separator)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < texts->n; i++) {
    if (i > 0) buf_z(&out, separator);
    buf_str(&out, ral_to_s(a, texts->items[i]));
  }
  return buf_view(&out);
}
