# environment: site
notice(String(lookup('interp_alias_bad'), '%p'))
