class outer {
  tag 'outermost'
  inner { 'one': tag => 'explicit' }
  contain leaf
}
define inner { notify { "in ${title}": tag => ['deep::er'] } }
class leaf { notify { 'leaf': } notice(tagged('outermost'), tagged('outer'), tagged('leaf'), tagged('inner')) }
include outer
Notify <| tag == 'explicit' |> { message => 'found by the tag of its define' }
