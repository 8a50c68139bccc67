notify { undef.then |$x| { $x }: }
