notice(1) /* never closed
