# environment: data-utf16
notice(lookup('a'))
