$top = 'top'
class c {
  $inner = 'inner'
  notice(f())
}
function f() { "${top}-${inner}" }
include c
