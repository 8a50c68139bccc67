/* Validation, munging and defaults that attributes of many types share. */
#ifndef FICELLE_AGENT_RAL_MUNGE_H
#define FICELLE_AGENT_RAL_MUNGE_H

#include "agent/ral/ral.h"
#include "base/regex.h"

/* The words of a boolean attribute, as in Puppet::Parameter::Boolean; use with RAL_BOOLEAN. */
extern const struct ral_word ral_boolean_words[];
/* The words true and false, which stay symbols. */
extern const struct ral_word ral_true_false_words[];
/* The words present and absent. */
extern const struct ral_word ral_ensure_words[];

/* The `fallback` of `ensure`: present if any property is set. */
value ral_fallback_present(struct ral_resource *r);

/* Whether the text contains white space (ASCII). */
bool ral_has_space(str s);
/* Fails as Puppet does for a provider that cannot list resources; `instances` of such a provider named "ruby". */
bool ral_fail_listing(struct ral *ral, const char *provider);
bool ral_no_instances(struct ral *ral, struct valuevec *names);

/* Whether the value is an absolute path; warns like Puppet if it is no text. */
bool ral_is_absolute(struct ral_resource *r, value v);
/* Accepts an absolute path. */
bool ral_validate_path(struct ral_resource *r, const struct ral_attribute *a, value v);
/* Accepts any value. */
bool ral_validate_any(struct ral_resource *r, const struct ral_attribute *a, value v);
/* Converts a text of digits with a sign to a number; keeps any other value. */
bool ral_munge_id(struct ral_resource *r, const struct ral_attribute *a, value *v);
/* Converts true, false, yes and no, in any case, to a boolean. */
bool ral_munge_boolean(struct ral_resource *r, const struct ral_attribute *a, value *v);
/* "Munging failed for value 60 in class minute: why": how Puppet reports errors that are not its own exceptions. */
bool ral_munging_failed(struct ral_resource *r, const struct ral_attribute *a, value v, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
/* The same for a value whose class lacks a method: "… in class tries: undefined method `<' for true:TrueClass".
 * `instead`: the method that Ruby suggests; NULL: none. */
bool ral_no_method(struct ral_resource *r, const struct ral_attribute *a, value v, const char *method,
                   const char *instead);
/* Only the reason: "undefined method `flatten' for true:TrueClass". */
bool ral_lacks_method(struct ral *ral, value v, const char *method, const char *instead);
/* The same where Puppet finds it while it validates: "Validate method failed for class groups: undefined method …". */
bool ral_no_method_to_validate(struct ral *ral, const char *attribute, value v, const char *method,
                               const char *instead);
/* Fails unless the value is a text: "no implicit conversion of true into String". */
bool ral_need_text(struct ral *ral, value v);
/* The same while Puppet converts the value: "Munging failed for value true in class path: no implicit …". */
bool ral_need_text_to_munge(struct ral_resource *r, const struct ral_attribute *a, value v);
/* Fails unless the resource's name is a text, as Puppet does when it looks for a resource of that name. */
bool ral_need_text_as_name(struct ral_resource *r);
/* Ruby's Integer(v): "010" is 8, 1.5 is 1. *number is false for a text that is no number. Returns false for values of
 * other kinds: "can't convert true into Integer". */
bool ral_integer(struct ral *ral, value v, int64_t *n, bool *number);
/* Whether any property is set: Puppet's managed?. */
bool ral_is_managed(const struct ral_resource *r);
/* Ruby's inspect. */
str ral_inspect(struct arena *a, value v);
/* Joins texts with a separator. */
str ral_join(struct arena *a, const struct array *texts, const char *separator);

#endif
