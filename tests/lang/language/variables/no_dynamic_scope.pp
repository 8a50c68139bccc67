class outer {
  $x = 'outer'
  include inner
}
class inner { notice("[${x}]") }
include outer
