# Methods that an inner template defines are known in the outer one and in templates that follow.
notice(inline_template("<% scope.function_template(['erbs/methods.erb']) -%><%= in_brackets('outer') %>"))
notice(inline_template("<%= in_brackets('later') %>"))
notice(inline_template("<% def in_brackets(text) '(' + text + ')' end -%><%= in_brackets('own') %>"))
notice(inline_template("<%= in_brackets('the last one') %>"))
notice(inline_template("<% scope.function_template(['erbs/methods.erb']) -%><%= in_brackets('again') %>"))
