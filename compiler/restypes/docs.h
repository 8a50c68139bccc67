/* What Puppet's own resource types and their attributes are for, in a sentence or two of our own. */
#ifndef FICELLE_RESTYPES_DOCS_H
#define FICELLE_RESTYPES_DOCS_H

/* Static texts; NULL: no text. */
const char *restype_doc(const char *type);
const char *restype_attribute_doc(const char *type, const char *attribute);
const char *restype_metaparameter_doc(const char *name);
/* The names of Puppet's providers of a type in order, ended by NULL; NULL if it has none, or is a module's type. */
const char *const *restype_providers(const char *type);

#endif
