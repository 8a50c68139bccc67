notify { [1, 2].map |$x| { "t${x}" }: message => 'm' }
