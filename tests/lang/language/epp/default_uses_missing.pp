

      notice(inline_epp('<%| $a, $b = $a |%>x'))
