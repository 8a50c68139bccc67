notice(@(""))
x
