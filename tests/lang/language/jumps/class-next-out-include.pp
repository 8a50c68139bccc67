class a { next()
notice('out') }
include a notice('after')
