# The place is that of the call, not of the default.
class c {
      notice(inline_epp('<%| $a = $b, $b = 1 |%>x'))
}
include c
