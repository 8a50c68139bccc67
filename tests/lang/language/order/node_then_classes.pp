node default { notice('node') d { 'n': } include c notice('node end') }
class c { notice('c') d { 'c': } }
define d { notice("d ${title}") }
notice('main')
d { 'm': }
