class outer {
  File { owner => 'outer' }
  include inner
}
class inner { file { '/tmp/inner': } }
include outer
