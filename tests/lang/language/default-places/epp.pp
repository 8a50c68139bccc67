notice(inline_epp('<%- | $x = lookup("a_missing") | -%><%= $x %>'))
