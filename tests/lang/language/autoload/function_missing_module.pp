notice(nowhere::at_all())
