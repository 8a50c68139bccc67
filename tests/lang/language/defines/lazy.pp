define d { notice("d ${title}") }
d { 'first': }
notice('after the declaration')
