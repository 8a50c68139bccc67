$t = @(END)
  <% [1, 2, 3].each |$i| { -%>
  <% if $i != 2 { -%>
  item <%= $i %>
  <% } -%>
  <% } -%>
  done
  | END
notice(inline_epp($t))
