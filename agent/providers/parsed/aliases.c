/* Lines of /etc/aliases: "NAME: RECIPIENT, …" or "NAME: :include: FILE". */
#include "agent/providers/parsed/aliases.h"

#include "agent/providers/parsed/parsed.h"

static str without_quotes(str s)
{
  if (s.n > 0 && (s.p[0] == '"' || s.p[0] == '\'')) s = str_from(s, 1);
  if (s.n > 0 && (s.p[s.n - 1] == '"' || s.p[s.n - 1] == '\'')) s.n--;
  return s;
}

/* Splits at commas that are not in quotes. */
static struct array *recipients_of(struct arena *a, str text)
{
  struct valuevec out = {0};
  bool quoted = false;
  size_t from = 0;
  for (size_t i = 0; i <= text.n; i++) {
    if (i < text.n && text.p[i] == '"') quoted = !quoted;
    if (i < text.n && (text.p[i] != ',' || quoted)) continue;
    valuevec_push(&out, a, value_str(without_quotes(str_trim(str_sub(text, from, i - from)))));
    from = i + 1;
  }
  return (struct array *)valuevec_array(&out, a).array;
}

bool alias_parse(struct arena *a, str line, struct alias_line *out)
{
  const size_t colon = str_index(line, ':', 0);
  *out = (struct alias_line){.file = STR_EMPTY};
  if (colon == SIZE_MAX) return false;
  out->name = str_trim(str_sub(line, 0, colon));
  const size_t second = str_index(line, ':', colon + 1);
  const size_t third = second == SIZE_MAX ? SIZE_MAX : str_index(line, ':', second + 1);
  if (third != SIZE_MAX && str_eqz(str_trim(str_sub(line, second + 1, third - second - 1)), "include")) {
    out->file = str_trim(str_from(line, third + 1));
    return true;
  }
  out->recipients = recipients_of(a, str_trim(str_from(line, colon + 1)));
  return true;
}

static bool parse(struct ral *ral, str line, struct parsed_record *record)
{
  struct alias_line alias;
  record->is_text = true;
  if (str_trim(line).n == 0 || line.p[0] == '#') return true;
  if (!alias_parse(ral->arena, line, &alias)) { /* Ruby's error for a line without a colon */
    return ral_fail(ral, "undefined method `strip' for nil:NilClass");
  }
  record->is_text = false;
  record->name = alias.name;
  if (alias.recipients != NULL) parsed_put(record, "recipient", value_array(alias.recipients));
  else parsed_put(record, "file", value_str(alias.file));
  return true;
}

static bool is_plain(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_word((unsigned char)s.p[i]) && strchr("-+@.", s.p[i]) == NULL) return false;
  }
  return true;
}

static bool write_line(struct ral *ral, const struct parsed_record *record, struct buf *out)
{
  const value recipients = parsed_get(record, "recipient");
  const value file = parsed_get(record, "file");
  if (recipients.kind == V_ARRAY) {
    buf_printf(out, "%.*s: ", STR_FMT(record->name));
    for (uint32_t i = 0; i < recipients.array->n; i++) {
      const str text = ral_to_s(ral->arena, recipients.array->items[i]);
      if (i > 0) buf_char(out, ',');
      if (is_plain(text)) buf_str(out, text);
      else buf_printf(out, "\"%.*s\"", STR_FMT(text));
    }
  } else if (file.kind != V_UNDEF) {
    buf_printf(out, "%.*s: :include: %.*s", STR_FMT(record->name), STR_FMT(ral_to_s(ral->arena, file)));
  }
  return true;
}

static const struct parsed_format format = {
  .type = "mailalias", .target = "/etc/aliases", .fields = "name recipient", .parse = parse, .write = write_line};

#define FORMAT format
#include "agent/providers/parsed/provider.inc"

const struct ral_provider ral_provider_aliases = {.name = "aliases",
                                                  .specificity = 1,
                                                  .prefetch = prefetch,
                                                  .instances = instances,
                                                  .get = get,
                                                  .set = set,
                                                  .flush = flush};
