/* Entries of fstab; mount(8) and umount(8). */
#include "agent/providers/parsed/mount.h"

#include "agent/system/command.h"
#include "base/file.h"

static const char *const names[] = {"device", "name", "fstype", "options", "dump", "pass"};

/* --- lines --- */

static bool is_space(char c) { return ascii_is_space((unsigned char)c); }

/* Replaces mount(8)'s \040, \011, \012 and \134 by their characters; in fstab Puppet replaces only blanks. */
static str unescaped(struct arena *a, str s, bool all)
{
  struct buf out = BUF_IN(a);
  if (str_index(s, '\\', 0) == SIZE_MAX) return s;
  for (size_t i = 0; i < s.n; i++) {
    const str code = str_sub(s, i, 4);
    if (str_eqz(code, "\\040")) buf_char(&out, ' ');
    else if (all && str_eqz(code, "\\011")) buf_char(&out, '\t');
    else if (all && str_eqz(code, "\\012")) buf_char(&out, '\n');
    else if (all && str_eqz(code, "\\134")) buf_char(&out, '\\');
    else {
      buf_char(&out, s.p[i]);
      continue;
    }
    i += 3;
  }
  return buf_view(&out);
}

bool fstab_parse(struct arena *a, str line, struct fstab_line *out)
{
  size_t n = 0, at = 0;
  *out = (struct fstab_line){0};
  for (int i = 0; i < 6; i++) out->fields[i] = STR_EMPTY;
  for (; n < 6; n++) {
    while (at < line.n && is_space(line.p[at])) at++;
    if (at == line.n || (n == 0 && line.p[at] == '#')) break;
    const size_t from = at;
    while (at < line.n && !is_space(line.p[at])) at++;
    out->fields[n] = str_sub(line, from, at - from);
  }
  if (n == 6) { /* the last field is the rest of the line */
    struct buf rest = BUF_IN(a);
    buf_str(&rest, out->fields[5]);
    while (at < line.n) {
      while (at < line.n && is_space(line.p[at])) at++;
      const size_t from = at;
      while (at < line.n && !is_space(line.p[at])) at++;
      if (at > from) buf_printf(&rest, "\t%.*s", STR_FMT(str_sub(line, from, at - from)));
    }
    out->fields[5] = buf_view(&rest);
  }
  for (int i = 0; i < 2; i++) out->fields[i] = unescaped(a, out->fields[i], false);
  return n >= 2;
}

static bool parse(struct ral *ral, str line, struct parsed_record *record)
{
  struct fstab_line f;
  record->is_text = !fstab_parse(ral->arena, line, &f);
  if (record->is_text) return true;
  for (int i = 0; i < 6; i++) {
    parsed_put(record, names[i], f.fields[i].n > 0 ? value_str(f.fields[i]) : RAL_WORD(absent));
  }
  record->name = f.fields[1];
  while (record->name.n > 1 && record->name.p[record->name.n - 1] == '/') record->name.n--;
  return true;
}

/* Each entry counts as unmounted until it is found in the list of mounted file systems. */
static void finish(struct ral *ral, struct parsed_record **records, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    if (!records[i]->is_text) records[i]->ensure = ral_symbol(ral->arena, STR("unmounted"));
  }
}

static bool write_entry(struct ral *ral, const struct parsed_record *record, struct buf *out)
{
  const value kind = parsed_get(record, "fstype");
  if (parsed_text(ral, kind, "").n == 0 && !ral_is(kind, "absent")) {
    return ral_fail(ral, "Mount[%.*s]: Field 'fstype' is required", STR_FMT(record->name));
  }
  for (int i = 0; i < 6; i++) {
    const value v = parsed_get(record, names[i]);
    str text = i == 1 ? record->name : parsed_text(ral, v, "");
    const bool given = text.n > 0 || ral_is(v, "absent");
    if (i == 0 && text.n == 0) return ral_fail(ral, "Field 'device' is required");
    if (i == 3 && !given) text = STR("defaults");
    if (i > 0) buf_char(out, '\t');
    for (size_t k = 0; k < text.n; k++) {
      if (i < 2 && text.p[k] == ' ') buf_z(out, "\\040");
      else buf_char(out, text.p[k]);
    }
  }
  return true;
}

static const struct parsed_format format = {.type = "mount",
                                            .target = "/etc/fstab",
                                            .fields = "device name fstype options dump pass",
                                            .parse = parse,
                                            .write = write_entry,
                                            .finish = finish};

/* --- mounted file systems --- */

static bool mounted_names(struct ral *ral, struct valuevec *out)
{
  struct buf text = BUF_IN(ral->arena);
  const int reason = file_read("/proc/self/mounts", 64 << 20, &text);
  if (reason != 0) return ral_fail(ral, "/proc/self/mounts: %s", file_reason(reason));
  const str all = buf_view(&text);
  for (str rest = all; rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    const size_t name = str_index(line, ' ', 0);
    const size_t stop = name == SIZE_MAX ? SIZE_MAX : str_index(line, ' ', name + 1);
    if (stop == SIZE_MAX) continue;
    valuevec_push(out, ral->arena, value_str(unescaped(ral->arena, str_sub(line, name + 1, stop - name - 1), true)));
  }
  return true;
}

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct valuevec mounted = {0};
  if (!parsed_prefetch(ral, &format, resources, n) || !mounted_names(ral, &mounted)) return false;
  for (uint32_t i = 0; i < n; i++) {
    struct parsed_record *record = parsed_of(resources[i], &format);
    const str name = ral_value_text(resources[i], "name");
    bool found = false;
    for (uint32_t k = 0; k < mounted.n && !found; k++) found = str_eq(value_text(mounted.items[k]), name);
    if (found && ral_is(record->ensure, "absent")) record->ensure = ral_symbol(ral->arena, STR("ghost"));
    else if (found && ral_is(record->ensure, "unmounted")) record->ensure = ral_symbol(ral->arena, STR("mounted"));
  }
  return true;
}

static bool instances(struct ral *ral, struct valuevec *out)
{
  struct valuevec mounted = {0};
  if (!parsed_instances(ral, &format, out) || !mounted_names(ral, &mounted)) return false;
  for (uint32_t i = 0; i < mounted.n; i++) {
    bool known = false;
    for (uint32_t k = 0; k < out->n && !known; k++) known = value_same(out->items[k], mounted.items[i]);
    if (!known) valuevec_push(out, ral->arena, mounted.items[i]);
  }
  return true;
}

/* --- mounting --- */

static void becomes(struct ral_resource *r, const char *from, const char *to, const char *other, const char *instead)
{
  struct parsed_record *record = parsed_of(r, &format);
  if (ral_is(record->ensure, from)) record->ensure = ral_symbol(r->ral->arena, str_of(to));
  else if (ral_is(record->ensure, other)) record->ensure = ral_symbol(r->ral->arena, str_of(instead));
}

static const char *name_of(const struct ral_resource *r)
{
  return arena_strz(r->ral->arena, ral_value_text(r, "name"));
}

static bool do_mount(struct ral_resource *r)
{
  if (!command_must(r->ral, (const char *const[]){"mount", name_of(r), NULL}, NULL)) return false;
  becomes(r, "absent", "ghost", "unmounted", "mounted");
  return true;
}

void mount_create(struct ral_resource *r) { parsed_create(r, &format); }
void mount_destroy(struct ral_resource *r) { parsed_destroy(r, &format); }

bool mount_is_mounted(struct ral_resource *r)
{
  const value is = parsed_of(r, &format)->ensure;
  return ral_is(is, "mounted") || ral_is(is, "ghost");
}

bool mount_unmount(struct ral_resource *r)
{
  if (!command_must(r->ral, (const char *const[]){"umount", name_of(r), NULL}, NULL)) return false;
  becomes(r, "mounted", "unmounted", "ghost", "absent");
  return true;
}

bool mount_remount(struct ral_resource *r)
{
  ral_log_provider(r, LOG_LEVEL_INFO, "Remounting");
  if (!ral_flag(r, "remounts")) return mount_unmount(r) && do_mount(r);
  return command_must(r->ral, (const char *const[]){"mount", "-o", "remount", name_of(r), NULL}, NULL);
}

/* --- the provider --- */

void mount_needed(struct ral_resource *r) { r->data = r; }

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  return parsed_get_property(r, &format, a, is);
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  return parsed_set_property(r, &format, a, should);
}

static bool flush(struct ral_resource *r)
{
  const bool mount_it = r->data != NULL;
  r->data = NULL;
  return parsed_flush(r, &format) && (!mount_it || do_mount(r));
}

static const char *const commands[] = {"mount", "umount", NULL};

const struct ral_provider ral_provider_mount_parsed = {.name = "parsed",
                                                       .commands = commands,
                                                       .specificity = 1,
                                                       .features = "refreshable",
                                                       .prefetch = prefetch,
                                                       .instances = instances,
                                                       .get = get,
                                                       .set = set,
                                                       .flush = flush};
