create_resources('funcs::item', { 'a' => { 'n' => 2 } })
