class outer {
  class inner { notice($title) }
  include outer::inner
}
include outer
