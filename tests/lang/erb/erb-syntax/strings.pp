$n = 42
notice(inline_template(@(T)))
  <%= 'a\'b\\c\n' %> <%= "t\tn\\ \u00e9 \x41 #{1 + 1} #{"in #{@n}"}" %> <%= %q(a(b)c) %> <%= %Q[x#{@n}] %> <%= %w[a b  c].inspect %>
  | T
