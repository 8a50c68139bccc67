[1].each |$x| {
  Notify { message => 'lambda default' }
  notify { 'in': }
}
notify { 'out': }
