notice(inline_template('<%= Integer("12x") %>'))
