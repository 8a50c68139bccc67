$s = {a=>1,b=>2}.reverse_each notice(type($s)) $s.each |$k,$v| { notice("$k $v") } $s.each |$k| { notice("$k") }
