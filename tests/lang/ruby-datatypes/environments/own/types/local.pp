type Local = Integer
