node default { next()
notice('no') }
