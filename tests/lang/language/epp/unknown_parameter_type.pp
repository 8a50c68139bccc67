

notice(inline_epp('
 <%| Nope $a = 1 |%>x'))
