$r = notify { with('t') |$x| { notice('title') $x }: message => with('m') |$x| { notice('attribute') $x } }
