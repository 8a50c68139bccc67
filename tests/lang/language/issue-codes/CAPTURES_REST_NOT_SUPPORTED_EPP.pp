notice(inline_epp('<%- | *$a | -%>x', { a => 1 }))
