notice(delete_undef_values(3))
