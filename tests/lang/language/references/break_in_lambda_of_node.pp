node default { with(1) |$x| { break() } }
