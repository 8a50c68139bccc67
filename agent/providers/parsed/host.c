/* Entries of /etc/hosts. */
#include <unistd.h>

#include "agent/providers/parsed/host.h"
#include "agent/providers/parsed/parsed.h"

static bool is_space(char c) { return ascii_is_space((unsigned char)c); }

static bool is_blank(str line) { return str_trim(line).n == 0; }

static size_t word_end(str line, size_t at)
{
  while (at < line.n && !is_space(line.p[at])) at++;
  return at;
}

static size_t blanks_end(str line, size_t at)
{
  while (at < line.n && is_space(line.p[at])) at++;
  return at;
}

bool host_parse(struct arena *a, str line, struct host_line *out)
{
  if (line.n < 2) return false;
  const char c = line.p[0];
  if (!ascii_is_digit((unsigned char)c) && !(c >= 'a' && c <= 'f') && c != ':') return false;
  const size_t ip = word_end(line, 0), name = blanks_end(line, ip), end = word_end(line, name);
  if (ip < 2 || name == ip || end < name + 2 || strchr("#+", line.p[name]) != NULL) return false;
  size_t rest = blanks_end(line, end), hash = str_index(line, '#', rest);
  struct buf aliases = BUF_IN(a);
  for (size_t at = rest; at < (hash == SIZE_MAX ? line.n : hash); at++) {
    if (!is_space(line.p[at])) buf_char(&aliases, line.p[at]);
    else if (aliases.n > 0 && aliases.p[aliases.n - 1] != ' ') buf_char(&aliases, ' ');
  }
  *out = (struct host_line){.ip = str_sub(line, 0, ip),
                            .name = str_sub(line, name, end - name),
                            .aliases = str_trim(buf_view(&aliases)),
                            .comment = STR_EMPTY};
  if (hash != SIZE_MAX) out->comment = str_from(line, blanks_end(line, hash + 1));
  return true;
}

static bool parse(struct ral *ral, str line, struct parsed_record *record)
{
  struct host_line h;
  record->is_text = true;
  if ((line.n > 0 && line.p[0] == '#') || is_blank(line) || !host_parse(ral->arena, line, &h)) return true;
  record->is_text = false;
  record->name = h.name;
  parsed_put(record, "ip", value_str(h.ip));
  parsed_put(record, "host_aliases", h.aliases.n > 0 ? value_str(h.aliases) : RAL_WORD(absent));
  parsed_put(record, "comment", value_str(h.comment));
  return true;
}

static bool write_line(struct ral *ral, const struct parsed_record *record, struct buf *out)
{
  const str ip = parsed_text(ral, parsed_get(record, "ip"), "");
  const value aliases = parsed_get(record, "host_aliases"), comment = parsed_get(record, "comment");
  if (ip.n == 0) return ral_fail(ral, "ip is a required attribute for hosts");
  buf_printf(out, "%.*s\t%.*s", STR_FMT(ip), STR_FMT(record->name));
  if (aliases.kind != V_UNDEF && !ral_is(aliases, "absent")) {
    buf_printf(out, "\t%.*s", STR_FMT(ral_to_s(ral->arena, aliases)));
  }
  if (parsed_text(ral, comment, "").n > 0) buf_printf(out, "\t# %.*s", STR_FMT(ral_to_s(ral->arena, comment)));
  return true;
}

const struct parsed_format host_format = {.type = "host",
                                          .target = "/etc/hosts",
                                          .fields = "ip name host_aliases comment",
                                          .parse = parse,
                                          .write = write_line};

#define FORMAT host_format
#include "agent/providers/parsed/provider.inc"

static bool suitable(struct ral *ral, const struct ral_provider *p)
{
  (void)p;
  (void)ral;
  return access("/etc/hosts", F_OK) == 0;
}

const struct ral_provider ral_provider_host_parsed = {.name = "parsed",
                                                      .suitable = suitable,
                                                      .specificity = 1,
                                                      .prefetch = prefetch,
                                                      .instances = instances,
                                                      .get = get,
                                                      .set = set,
                                                      .flush = flush};
