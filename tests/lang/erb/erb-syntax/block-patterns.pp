notice(inline_template(@(T)))
  <%= [[1, [2, 3]]].map { |a, (b, c)| a + b + c } %> <%= [[1, 2, 3]].map { |a, *r| r } %> <%= [[1, 2]].map { |a, | a } %> <%= [[1, 2]].map { |a| a.inspect } %>
  | T
