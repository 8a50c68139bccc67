notice("[${nope}]")
notice($nope, $other)
