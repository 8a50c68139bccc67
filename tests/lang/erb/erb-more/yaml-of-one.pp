$values = ['foo', '', 'yes', 'null', "a\nb", "a\nb\n", 'x: y', ' ', '# x', 'é', '12', '1.5', '~', '- a', 1, -7, 1.5, 1.0e20, true, false]
$values.each |$v| { notice(inline_template('<%= @v.to_yaml %>')) }
notice(inline_template('<%= nil.to_yaml %>|<%= [nil, "a"].to_yaml %>'))
