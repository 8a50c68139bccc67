notice({ a => { b => 1 } } + { a => { c => 2 } }, { a => 1 } + {}, {} + { a => undef })
