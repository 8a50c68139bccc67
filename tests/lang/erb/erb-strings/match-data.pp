notice(inline_template(@(T)))
  <% m = "ab12cd".match(/([a-z]+)(\d+)/) %><%= m[0] %> <%= m[1] %> <%= m.captures.inspect %> <%= m.pre_match.inspect %> <%= m.post_match %> <%= "x".match(/y/).inspect %> <%= "ab".match?(/b/) %>
  | T
