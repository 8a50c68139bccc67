funcs::resource('made')
