notice(inline_epp("x <%= | \$a | %>"))
notice(inline_epp("x <% (\$a) { | %>"))
