notice(inline_epp('<%- | Integer $n = 3, String $s | -%>n=<%= $n %> s=<%= $s %>', { 's' => 'text' }))
notice(inline_epp('<%- | Integer $n | -%>n=<%= $n %>', { 'n' => 'no' }))
