notice(inline_template(@(T)))
  x <%= 1 %>  <%- 2 -%>
  y
  	<%- 3 -%>   
  z
  | T
