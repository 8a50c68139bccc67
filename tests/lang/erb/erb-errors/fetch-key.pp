$h = { 'a' => 1 }
notice(inline_template('<%= @h.fetch("b") %>'))
