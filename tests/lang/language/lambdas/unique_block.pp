notice(['a', 'A', 'b'].unique |$x| { $x.downcase })
