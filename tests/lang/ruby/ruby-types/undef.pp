rt_simple { 'a': value => undef, loud => undef }
