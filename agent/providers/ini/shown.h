/* Shared by ini_setting and ini_subsetting: whether values are shown. */
#ifndef FICELLE_AGENT_PROVIDERS_INI_SHOWN_H
#define FICELLE_AGENT_PROVIDERS_INI_SHOWN_H

#include "agent/ral/ral.h"

/* show_diff: true, md5, false. */
extern const struct ral_word ini_show_words[];
value ini_show_fallback(struct ral_resource *r);
/* Prints a value for messages: unchanged, as its digest, or hidden, depending on show_diff of the resource and on the
 * setting show_diff. */
void ini_show(struct ral_resource *r, value v, struct buf *out);
/* Ruby's strip. */
str ini_stripped(str s);

#endif
