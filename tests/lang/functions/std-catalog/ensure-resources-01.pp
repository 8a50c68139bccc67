ensure_resources('file', {'/a'=>{mode=>'1'}, '/b' => undef, '/c' => {}}, {owner=>x, mode=>'2'})
