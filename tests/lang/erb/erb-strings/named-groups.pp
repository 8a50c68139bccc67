notice(inline_template(@(T)))
  <% m = /(?<k>\w+):(?<v>\w+)/.match("a:b") %><%= m["k"] %><%= m[:v] %>
  | T
