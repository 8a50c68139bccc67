class a { notice('in') return()
notice('out') }
include a notice('after')
