class multi::folded {
  include multi::folded::leaf
}
class multi::folded::leaf {
  notice 'leaf, in folded.pp'
}
