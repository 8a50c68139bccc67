$u = undef
notice(inline_template(@(T)))
  <%= :abc %> <%= :a? .inspect %> <%= {a: 1, :b => 2}.inspect %> <%= [:undef, :undefined].include?(@u) %>
  | T
