define d { return(1) }
define e { next(1) }
d { x: } e { y: }
function f() { next(2) }
notice(f())
