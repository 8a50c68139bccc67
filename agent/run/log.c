/* Adds the tags and the place of the resource that is being applied (ral->speaking). */
#include "agent/run/log.h"

void run_log(struct ral *ral, enum log_level level, str source, str message)
{
  const bool own = str_eqz(source, "Puppet");
  const struct ral_resource *r = ral->speaking;
  struct arena *a = ral->arena;
  const uint32_t n = r != NULL ? r->tags->n : 0;
  const char **tags = arena_array(a, (size_t)n + 2, sizeof *tags);
  for (uint32_t i = 0; i < n; i++) tags[i] = arena_strz(a, value_text(r->tags->items[i]));
  tags[n] = ral->speaking_tag;
  log_emit(&(struct log_event){.level = level,
                               .category = &log_agent,
                               .source = own ? NULL : arena_strz(a, source),
                               .message = message.p,
                               .message_len = message.n,
                               .tags = tags,
                               .file = r != NULL && (r->file.n > 0 || r->line > 0) ? arena_strz(a, r->file) : NULL,
                               .line = r != NULL ? (unsigned)r->line : 0});
}
