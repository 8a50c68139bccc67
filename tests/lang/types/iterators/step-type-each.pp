$s = {a=>1,b=>2}.step(2)
notice(type($s)) $s.each |$k,$v| { notice("$k $v") }
