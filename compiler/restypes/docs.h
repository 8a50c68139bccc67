/* Short descriptions of Puppet's resource types and their attributes, in our own words. */
#ifndef FICELLE_RESTYPES_DOCS_H
#define FICELLE_RESTYPES_DOCS_H

/* Static texts; NULL: no description. */
const char *restype_doc(const char *type);
const char *restype_attribute_doc(const char *type, const char *attribute);
const char *restype_metaparameter_doc(const char *name);
/* Returns the names of Puppet's providers of a type in order, ended by NULL; NULL if there are none, or the type is not
 * Puppet's. */
const char *const *restype_providers(const char *type);

#endif
