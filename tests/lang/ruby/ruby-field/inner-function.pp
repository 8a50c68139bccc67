notice(fieldfns_outer('a', 'b'))
