ensure_resources('file', {'/a'=>5}, {owner=>x, mode=>'2'})
