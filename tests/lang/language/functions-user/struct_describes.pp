function f(Struct[{ a => Integer, Optional[b] => String }] $x) { $x }
notice(f({ 'a' => 1 }))
notice(f({ 'a' => 1, 'b' => 2 }))
