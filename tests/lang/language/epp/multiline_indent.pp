$t = inline_epp(@(END))
  start
    <%- if true { -%>
    kept
    <%- } else { -%>
    dropped
    <%- } -%>
  end <%= 'x' -%>
  joined
  | END
notice($t)
