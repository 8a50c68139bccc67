include uses
notice(own::inside())
notice(uses::inside())
