notify { 'n': message => 'secret', withpath => false }
notice(fieldload::redact('Notify[n]'))
