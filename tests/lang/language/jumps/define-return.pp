define d() { return(1) } d { x: }
