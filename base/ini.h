/* Puppet's ini format: puppet.conf, environment.conf.
 *
 *   line    = blank | "#" comment | "[" word "]" | word "=" text
 *
 * White space around the parts does not count; the text runs to the end of the line (a "#" in it is part of
 * it). A word is letters, digits and underscores, letters of any script. Settings before the first section
 * are in "main". */
#ifndef FICELLE_BASE_INI_H
#define FICELLE_BASE_INI_H

#include "base/buf.h"
#include "base/str.h"

enum ini_kind { INI_SECTION, INI_SETTING, INI_BAD };

/* One line: the words are parts of the text that was parsed. For INI_BAD `value` is the whole line. */
struct ini_line {
  enum ini_kind kind;
  str section; /* the section that this line opens or belongs to */
  str name;
  str value;
  unsigned line; /* from 1 */
};

/* Returns false to stop. */
typedef bool ini_fn(void *ctx, const struct ini_line *line);

/* Calls `fn` for each line that is not blank and no comment. False when `fn` stopped it. */
bool ini_parse(str text, ini_fn *fn, void *ctx);

/* Puppet's reading of a value: quotes at its ends are taken off, then white space at its end; "true" and
 * "false" in any case become lower case. */
str ini_value(str value);

/* Checks what no ini file may have: a byte order mark, NUL bytes, text that is not UTF-8. False with the
 * message of the first, its line at the end as Puppet writes it: "… (file: NAME, line: N)". */
bool ini_check_text(str text, const char *name, struct buf *error);

#endif
