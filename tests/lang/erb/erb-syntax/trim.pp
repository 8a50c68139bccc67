$t = true
notice(inline_template(@(T)))
  <% if @t -%>
  yes
  <% end -%>
    <%- if @t %>
  more
    <%- end -%>
  last
  | T
