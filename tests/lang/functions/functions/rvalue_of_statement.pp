$x = notice('a')
notice("[${x}]")
