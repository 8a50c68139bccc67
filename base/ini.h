/* Puppet's ini format: puppet.conf, environment.conf.
 *
 *   line    = blank | "#" comment | "[" word "]" | word "=" text
 *
 * White space around the parts is ignored; the text ends with the line and may contain "#". A word has letters of any
 * script, digits and underscores. Settings before the first section are in "main". */
#ifndef FICELLE_BASE_INI_H
#define FICELLE_BASE_INI_H

#include "base/buf.h"
#include "base/str.h"

enum ini_kind { INI_SECTION, INI_SETTING, INI_BAD };

/* A line: the words are parts of the parsed text. For INI_BAD `value` is the whole line. */
struct ini_line {
  enum ini_kind kind;
  str section; /* the section that this line begins or belongs to */
  str name;
  str value;
  unsigned line; /* from 1 */
};

/* Returns false to stop. */
typedef bool ini_fn(void *ctx, const struct ini_line *line);

/* Calls `fn` for each line that is not blank and not a comment. Returns false if `fn` stopped it. */
bool ini_parse(str text, ini_fn *fn, void *ctx);

/* Reads a value like Puppet: removes quotes around it, then trailing white space; converts "true" and "false" to lower
 * case. */
str ini_value(str value);

/* Checks for a byte order mark, NUL bytes, and text that is not UTF-8, which no ini file may contain. False with the
 * message of the first, with its line at the end as in Puppet: "… (file: NAME, line: N)". */
bool ini_check_text(str text, const char *name, struct buf *error);

#endif
