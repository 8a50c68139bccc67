/* filesystems, mountpoints, disks. */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"

/* File systems in /proc/filesystems that need a device: lines with one word. */
void facts__filesystems(struct facts_host *h)
{
  str text, line, names[256];
  size_t n = 0;
  struct buf out = BUF_IN(h->arena);
  if (!facts__read(h, "/proc/filesystems", &text)) return;
  while (facts__next_line(&text, &line) && n < sizeof names / sizeof names[0]) {
    str word = facts__next_word(&line);
    if (word.n > 0 && str_trim(line).n == 0 && !str_eqz(word, "fuseblk")) names[n++] = word;
  }
  qsort(names, n, sizeof names[0], str_order);
  for (size_t i = 0; i < n; i++) {
    buf_z(&out, i > 0 ? "," : "");
    buf_str(&out, names[i]);
  }
  fact_put_str(h->arena, h->facts, "filesystems", buf_view(&out));
}

/* The kernel writes a blank in /proc/mounts as \040. */
static str decode_mount(struct arena *a, str s)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    int c = (unsigned char)s.p[i];
    if (c == '\\' && i + 3 < s.n && s.p[i + 1] >= '0' && s.p[i + 1] <= '3' && s.p[i + 2] >= '0' && s.p[i + 2] <= '7' &&
        s.p[i + 3] >= '0' && s.p[i + 3] <= '7') {
      c = (s.p[i + 1] - '0') * 64 + (s.p[i + 2] - '0') * 8 + (s.p[i + 3] - '0');
      i += 3;
    }
    buf_char(&out, (char)c);
  }
  return buf_view(&out);
}

/* /dev/root is not a file: the kernel's command line has the device. */
static str root_device(struct facts_host *h, str device)
{
  if (!str_eqz(device, "/dev/root")) return device;
  str words = facts__read_line(h, "/proc/cmdline");
  while (words.n > 0) {
    str word = facts__next_word(&words);
    if (str_starts(word, STR("root=/"))) return str_from(word, 5);
  }
  return device;
}

static void put_size(struct arena *a, struct fact *m, const char *key, const char *bytes_key, uint64_t bytes)
{
  fact_put_str(a, m, key, facts__human_bytes(a, bytes));
  fact_put_int(a, m, bytes_key, (int64_t)bytes);
}

static void put_mount(struct facts_host *h, struct fact *mounts, str device, str path, str type, str options)
{
  struct arena *a = h->arena;
  struct statvfs vfs;
  uint64_t size = 0, available = 0, used = 0;
  const char *name = arena_strz(a, path);
  if (statvfs(arena_printf(a, "%s%s", h->root, name).p, &vfs) == 0) {
    size = (uint64_t)vfs.f_blocks * vfs.f_frsize;
    available = (uint64_t)vfs.f_bavail * vfs.f_frsize;
    used = (uint64_t)(vfs.f_blocks - vfs.f_bfree) * vfs.f_frsize;
  }
  struct fact *m = fact_put(a, mounts, name, FACT_HASH);
  fact_put_str(a, m, "device", root_device(h, device));
  fact_put_str(a, m, "filesystem", type);
  struct fact *list = fact_put(a, m, "options", FACT_ARRAY);
  while (options.n > 0) {
    fact_put_str(a, list, NULL, str_trim(str_cut(&options, ',')));
  }
  put_size(a, m, "size", "size_bytes", size);
  put_size(a, m, "available", "available_bytes", available);
  put_size(a, m, "used", "used_bytes", used);
  fact_put_str(a, m, "capacity", facts__percent(a, used, used + available));
}

void facts__mountpoints(struct facts_host *h)
{
  str text, line;
  if (!facts__read(h, "/proc/self/mounts", &text)) return;
  struct fact *mounts = fact_put(h->arena, h->facts, "mountpoints", FACT_HASH);
  while (facts__next_line(&text, &line)) {
    str device = decode_mount(h->arena, facts__next_word(&line));
    str path = decode_mount(h->arena, facts__next_word(&line));
    str type = facts__next_word(&line);
    str options = decode_mount(h->arena, facts__next_word(&line));
    bool kernel = str_starts(path, STR("/proc")) || str_starts(path, STR("/sys"));
    if (path.n == 0 || str_eqz(type, "autofs") || (kernel && !str_eqz(type, "tmpfs"))) continue;
    put_mount(h, mounts, device, path, type, options);
  }
}

enum facts_block facts__block(const char *name)
{
  const str given = str_of(name);
  return str_starts(given, STR("loop"))  ? FACTS_BLOCK_LOOP
         : str_starts(given, STR("dm-")) ? FACTS_BLOCK_MAPPED
                                         : FACTS_BLOCK_DISK;
}

static void put_disk(struct facts_host *h, struct fact *disks, const char *name)
{
  struct arena *a = h->arena;
  struct stat st;
  str dir = arena_printf(a, "/sys/block/%s", name);
  if (facts__block(name) != FACTS_BLOCK_DISK) return;
  if (stat(arena_printf(a, "%s%s/device", h->root, dir.p).p, &st) != 0) return;
  struct fact *disk = fact_put(a, disks, name, FACT_HASH);
  str model = facts__read_line(h, arena_printf(a, "%s/device/model", dir.p).p);
  str vendor = facts__read_line(h, arena_printf(a, "%s/device/vendor", dir.p).p);
  str size = facts__read_line(h, arena_printf(a, "%s/size", dir.p).p);
  str rotational = facts__read_line(h, arena_printf(a, "%s/queue/rotational", dir.p).p);
  if (model.n > 0) fact_put_str(a, disk, "model", model);
  if (vendor.n > 0) fact_put_str(a, disk, "vendor", vendor);
  if (size.n > 0) /* the kernel counts blocks of 512 bytes, whatever the sector size of the disk is */
    put_size(a, disk, "size", "size_bytes", (uint64_t)facts__number(size) * 512);
  if (rotational.n > 0) fact_put_strz(a, disk, "type", str_eqz(rotational, "0") ? "ssd" : "hdd");
}

void facts__disks(struct facts_host *h)
{
  DIR *dir = opendir(arena_printf(h->arena, "%s/sys/block", h->root).p);
  if (!dir) return;
  struct fact *disks = fact_put(h->arena, h->facts, "disks", FACT_HASH);
  for (struct dirent *e; (e = readdir(dir));)
    if (e->d_name[0] != '.') put_disk(h, disks, e->d_name);
  closedir(dir);
}
