$value = 'me'
notice(inline_template("<% def same_other(x) \"other #{x}\" end; [3].each_slice(2).to_a %>"))
notice(inline_template("<%= same_other(@value) %>"))
