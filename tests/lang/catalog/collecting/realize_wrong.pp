realize('a')
