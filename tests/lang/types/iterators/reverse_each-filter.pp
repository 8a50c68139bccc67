$s = {a=>1,b=>2}.reverse_each notice($s.filter |$k,$v| { true })
