/* What attributes of many types have in common. */
#ifndef FICELLE_AGENT_RAL_MUNGE_H
#define FICELLE_AGENT_RAL_MUNGE_H

#include "agent/ral/ral.h"
#include "base/regex.h"

/* Words of an attribute that is true or false, as Puppet::Parameter::Boolean; with RAL_BOOLEAN. */
extern const struct ral_word ral_boolean_words[];
/* Words true and false, which stay symbols. */
extern const struct ral_word ral_true_false_words[];
/* Words present and absent. */
extern const struct ral_word ral_ensure_words[];

/* Fallbacks. */
value ral_fallback_false(struct ral_resource *r);
/* `ensure`: present, as long as a property is set. */
value ral_fallback_present(struct ral_resource *r);

/* `ensure`: always present. */
value ral_fallback_ensure(struct ral_resource *r);
/* `instances` of a provider that cannot name what is there: fails as Puppet does. */
bool ral_no_instances(struct ral *ral, struct valuevec *names);

/* A path from the root. */
bool ral_validate_path(struct ral_resource *r, const struct ral_attribute *a, value v);
/* For attributes that take anything. */
bool ral_validate_any(struct ral_resource *r, const struct ral_attribute *a, value v);
/* A text of digits and signs becomes a number; all else stays. */
bool ral_munge_id(struct ral_resource *r, const struct ral_attribute *a, value *v);
/* "Munging failed for value 60 in class minute: why", as errors that are none of Puppet's own look. */
bool ral_munging_failed(struct ral_resource *r, const struct ral_attribute *a, value v, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
/* Whether a property is set: Puppet's managed?. */
bool ral_is_managed(const struct ral_resource *r);
/* Ruby's inspect. */
str ral_inspect(struct arena *a, value v);
/* Texts with a separator between them. */
str ral_join(struct arena *a, const struct array *texts, const char *separator);

#endif
