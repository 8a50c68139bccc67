include pb
