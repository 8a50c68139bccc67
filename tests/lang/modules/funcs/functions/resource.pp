function funcs::resource($t) { notify { $t: } }
