/* Binary values: their bytes as base 64 in the three forms of Ruby's pack and Base64 (relaxed, strict, URL). */
#include "compiler/values/binary.h"

#include "base/base64.h"
#include "base/check.h"

bool binary_decode(struct arena *a, str text, enum base64_form form, value *out)
{
  str bytes;
  if (form == BASE64_RELAXED) bytes = base64_decode(a, text);
  else if (!base64_decode_strictly(a, form == BASE64_URL ? base64_from_url(a, text) : text, &bytes)) return false;
  *out = value_binary(bytes);
  return true;
}

void binary_encode(struct buf *out, value v, enum base64_form form)
{
  assert(v.kind == V_BINARY && out != NULL);
  base64_append(out, binary_bytes(v), form == BASE64_URL, form == BASE64_RELAXED ? 60 : 0);
}

/* --- the row --- */

static void render(struct buf *out, value v) { binary_encode(out, v, BASE64_STRICT); }

static void inspect(struct buf *out, value v)
{
  buf_z(out, "Binary(\"");
  render(out, v);
  buf_z(out, "\")");
}

static bool same(value a, value b) { return str_eq(binary_bytes(a), binary_bytes(b)); }

static uint64_t hash(value v) { return str_hash(binary_bytes(v)); }

const struct rich_kind binary_kind = {
  .ruby_class = "Puppet::Pops::Types::PBinaryType::Binary",
  .label = "Binary",
  .same = same,
  .hash = hash,
  .render = render,
  .inspect = inspect,
};
