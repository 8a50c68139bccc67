/* Lines of known_hosts: "NAME,ALIAS TYPE KEY". */
#include "agent/providers/parsed/parsed.h"
#include "agent/ral/munge.h"

static size_t word_end(str s, size_t at, bool space)
{
  while (at < s.n && (ascii_is_space((unsigned char)s.p[at]) != 0) == space) at++;
  return at;
}

static str key(struct ral_resource *r)
{
  const str name = ral_value_text(r, "name"), kind = ral_value_text(r, "type");
  return arena_printf(r->ral->arena, "%.*s@%.*s", STR_FMT(name), STR_FMT(kind));
}

static bool parse(struct ral *ral, str line, struct parsed_record *record)
{
  struct valuevec aliases = {0};
  record->is_text = true;
  if (str_trim(line).n == 0 || line.p[0] == '#') return true;
  record->is_text = false;
  const size_t names_end = word_end(line, 0, false), kind = word_end(line, names_end, true);
  const size_t kind_end = word_end(line, kind, false), begin = word_end(line, kind_end, true);
  const str names = str_sub(line, 0, names_end);
  size_t comma = str_index(names, ',', 0);
  const str name = comma == SIZE_MAX ? names : str_sub(names, 0, comma);
  while (comma != SIZE_MAX) {
    const size_t next = str_index(names, ',', comma + 1);
    valuevec_push(&aliases, ral->arena,
                  value_str(str_sub(names, comma + 1, (next == SIZE_MAX ? names.n : next) - comma - 1)));
    comma = next;
  }
  record->name = arena_printf(ral->arena, "%.*s@%.*s", STR_FMT(name), STR_FMT(str_sub(line, kind, kind_end - kind)));
  parsed_put(record, "name", value_str(name));
  if (kind_end > kind) parsed_put(record, "type", value_str(str_sub(line, kind, kind_end - kind)));
  if (begin < line.n) parsed_put(record, "key", value_str(str_from(line, begin)));
  parsed_put(record, "host_aliases", valuevec_array(&aliases, ral->arena));
  return true;
}

static bool write_line(struct ral *ral, const struct parsed_record *record, struct buf *out)
{
  static const char *const fields[] = {"name", "type", "key"};
  for (int i = 0; i < 3; i++) {
    const value field = parsed_get(record, fields[i]);
    const value aliases = parsed_get(record, "host_aliases");
    if (parsed_is_absent(field)) return ral_fail(ral, "Field '%s' is required", fields[i]);
    if (i > 0) buf_char(out, ' ');
    buf_str(out, ral_to_s(ral->arena, field));
    if (i > 0 || aliases.kind != V_ARRAY) continue;
    for (uint32_t k = 0; k < aliases.array->n; k++) {
      buf_printf(out, ",%.*s", STR_FMT(ral_to_s(ral->arena, aliases.array->items[k])));
    }
  }
  return true;
}

static const struct parsed_format format = {.type = "sshkey",
                                            .target = "/etc/ssh/ssh_known_hosts",
                                            .fields = "name type key",
                                            .mode = 0644,
                                            .parse = parse,
                                            .write = write_line,
                                            .key = key};

#define FORMAT format
#include "agent/providers/parsed/provider.inc"

const struct ral_provider ral_provider_known_hosts = {.name = "parsed",
                                                      .specificity = 1,
                                                      .prefetch = prefetch,
                                                      .instances = instances,
                                                      .get = get,
                                                      .set = set,
                                                      .flush = flush};
