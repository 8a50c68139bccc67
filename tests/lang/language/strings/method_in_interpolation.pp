$list = ['x', 'y']
notice("${list.map |$e| { "<${e}>" }}")
