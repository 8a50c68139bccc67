/* Values as Ruby writes them: where Puppet puts a Ruby value into a text without converting it. */
#include "compiler/lookup/ruby_text.h"

enum { MAX_DEPTH = 1000 };

const char *ruby_class(value v)
{
  static const char *const names[] = {[V_UNDEF] = "NilClass",
                                      [V_DEFAULT] = "Symbol",
                                      [V_INT] = "Integer",
                                      [V_FLOAT] = "Float",
                                      [V_STRING] = "String",
                                      [V_ARRAY] = "Array",
                                      [V_HASH] = "Hash",
                                      [V_REGEX] = "Regexp",
                                      [V_TYPE] = "Puppet::Pops::Types::PAnyType",
                                      [V_SENSITIVE] = "Puppet::Pops::Types::PSensitiveType::Sensitive"};
  if (v.kind == V_BOOL) return v.boolean ? "TrueClass" : "FalseClass";
  if (v.kind < sizeof names / sizeof *names && names[v.kind] != NULL) return names[v.kind];
  return "Object";
}

static void escape(struct buf *out, unsigned char c, char next)
{
  static const char letters[] = "abtnvfr";
  if (c == 0x1b)
    buf_z(out, "\\e");
  else if (c >= 7 && c <= 13)
    buf_printf(out, "\\%c", letters[c - 7]);
  else if (c == '"' || c == '\\')
    buf_printf(out, "\\%c", c);
  else if (c == '#' && (next == '{' || next == '$' || next == '@'))
    buf_z(out, "\\#");
  else if (c < 0x20 || c == 0x7f)
    buf_printf(out, "\\x%02X", c);
  else
    buf_char(out, (char)c);
}

static void inspect_text(struct buf *out, str s)
{
  buf_char(out, '"');
  for (size_t i = 0; i < s.n; i++) escape(out, (unsigned char)s.p[i], i + 1 < s.n ? s.p[i + 1] : '\0');
  buf_char(out, '"');
}

static void inspect(struct buf *out, value v, uint32_t depth)
{
  if (depth > MAX_DEPTH) {
    buf_z(out, "...");
    return;
  }
  switch (v.kind) {
  case V_UNDEF:
    buf_z(out, "nil");
    break;
  case V_DEFAULT:
    buf_z(out, ":default");
    break;
  case V_STRING:
    inspect_text(out, value_text(v));
    break;
  case V_ARRAY:
    buf_char(out, '[');
    for (uint32_t i = 0; i < v.array->n; i++) {
      if (i > 0) buf_z(out, ", ");
      inspect(out, v.array->items[i], depth + 1);
    }
    buf_char(out, ']');
    break;
  case V_HASH:
    buf_char(out, '{');
    for (uint32_t i = 0; i < v.hash->n; i++) {
      if (i > 0) buf_z(out, ", ");
      inspect(out, v.hash->entries[i].key, depth + 1);
      buf_z(out, "=>");
      inspect(out, v.hash->entries[i].value, depth + 1);
    }
    buf_char(out, '}');
    break;
  default:
    value_inspect(out, v);
  }
}

void ruby_inspect(struct buf *out, value v) { inspect(out, v, 0); }

void ruby_to_s(struct buf *out, value v)
{
  if (v.kind == V_ARRAY || v.kind == V_HASH)
    inspect(out, v, 0);
  else if (v.kind == V_DEFAULT)
    buf_z(out, "default");
  else
    value_render(out, v);
}
