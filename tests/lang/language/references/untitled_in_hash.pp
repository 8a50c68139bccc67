# In a hash nobody looks.
define d($a) { notice($a) }
d { 'x': a => {File => File} }
