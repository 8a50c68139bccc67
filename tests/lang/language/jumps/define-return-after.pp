define d() { notice('d') return()
notice('no') } d { x: }
notice('after')
