node default { return()
notice('no') }
