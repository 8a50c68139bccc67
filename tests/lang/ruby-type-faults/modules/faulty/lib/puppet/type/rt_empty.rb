# Makes no type.
