notice("[${1}]")
