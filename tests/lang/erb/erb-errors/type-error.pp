notice(inline_template('<%= "a" + 1 %>'))
