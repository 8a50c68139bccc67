#include "agent/providers/ini/shown.h"

#include "base/digest.h"

const struct ral_word ini_show_words[] = {{.name = "true"}, {.name = "md5"}, {.name = "false"}, {0}};

value ini_show_fallback(struct ral_resource *r)
{
  (void)r;
  return RAL_WORD(true);
}

void ini_show(struct ral_resource *r, value v, struct buf *out)
{
  const value how = ral_value(r, "show_diff");
  const str text = v.kind == V_UNDEF ? STR_EMPTY : ral_to_s(r->ral->arena, v);
  str hex;
  if (ral_is(how, "false") || !settings_bool(r->ral->settings, SETTING_show_diff)) {
    buf_z(out, "[redacted sensitive information]");
  } else if (ral_is(how, "md5") && digest_hex(r->ral->arena, "md5", text, &hex)) {
    buf_printf(out, "{md5}%.*s", STR_FMT(hex));
  } else {
    buf_str(out, text);
  }
}

static bool is_blank(char c) { return c == '\0' || ascii_is_space((unsigned char)c); }

str ini_stripped(str s)
{
  while (s.n > 0 && is_blank(s.p[s.n - 1])) s.n--;
  while (s.n > 0 && is_blank(s.p[0])) s = str_from(s, 1);
  return s;
}
