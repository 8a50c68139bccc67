/* dmi: the firmware's data about the board, chassis and product. */
#include <string.h>
#include <unistd.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"

/* The chassis types of the SMBIOS standard, starting at 1. */
static const char *const chassis[] = {
  "Other",
  NULL,
  "Desktop",
  "Low Profile Desktop",
  "Pizza Box",
  "Mini Tower",
  "Tower",
  "Portable",
  "Laptop",
  "Notebook",
  "Hand Held",
  "Docking Station",
  "All in One",
  "Sub Notebook",
  "Space-Saving",
  "Lunch Box",
  "Main System Chassis",
  "Expansion Chassis",
  "SubChassis",
  "Bus Expansion Chassis",
  "Peripheral Chassis",
  "Storage Chassis",
  "Rack Mount Chassis",
  "Sealed-Case PC",
  "Multi-system",
  "CompactPCI",
  "AdvancedTCA",
  "Blade",
  "Blade Enclosure",
  "Tablet",
  "Convertible",
  "Detachable",
};

static str chassis_name(str number)
{
  int64_t n = facts__number(number);
  return n >= 1 && n <= (int64_t)(sizeof chassis / sizeof chassis[0]) && chassis[n - 1] ? str_of(chassis[n - 1])
                                                                                        : STR_EMPTY;
}

void facts__dmi(struct facts_host *h)
{
  static const struct {
    const char *group, *name, *file;
  } rows[] = {
    {"bios", "release_date", "bios_date"},      {"bios", "vendor", "bios_vendor"},
    {"bios", "version", "bios_version"},        {"board", "asset_tag", "board_asset_tag"},
    {"board", "manufacturer", "board_vendor"},  {"board", "product", "board_name"},
    {"board", "serial_number", "board_serial"}, {"chassis", "asset_tag", "chassis_asset_tag"},
    {"chassis", "type", "chassis_type"},        {NULL, "manufacturer", "sys_vendor"},
    {"product", "name", "product_name"},        {"product", "serial_number", "product_serial"},
    {"product", "uuid", "product_uuid"},
  };
  if (access(arena_printf(h->arena, "%s/sys/class/dmi/id", h->root).p, F_OK) != 0) return;
  struct fact *dmi = fact_new(h->arena, FACT_HASH);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    str text = facts__read_line(h, arena_printf(h->arena, "/sys/class/dmi/id/%s", rows[i].file).p);
    if (strcmp(rows[i].file, "chassis_type") == 0) text = chassis_name(text);
    if (text.n == 0) continue;
    struct fact *group = rows[i].group ? fact_entry(dmi, str_of(rows[i].group)) : dmi;
    if (!group) group = fact_put(h->arena, dmi, rows[i].group, FACT_HASH);
    fact_put_str(h->arena, group, rows[i].name, text);
  }
  if (dmi->first) fact_copy(h->arena, h->facts, STR("dmi"), dmi);
}
