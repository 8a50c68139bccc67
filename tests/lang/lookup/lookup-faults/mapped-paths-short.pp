# environment: mapped-paths-short
notice(lookup('a'))
