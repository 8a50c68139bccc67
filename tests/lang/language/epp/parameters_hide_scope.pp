$x = 'outside'
notice(inline_epp('<%- | $y | -%><%= $y %> <%= $x %>', { 'y' => 'inside' }))
