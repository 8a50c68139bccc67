notice('three' + 4)
