['a', 'b'].each |$x| {

  notify { $x:
    message => 'm',
  }
}
