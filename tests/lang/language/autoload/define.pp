base::item { 'one': }
base::item { 'two': text => 'T', level => 2 }
