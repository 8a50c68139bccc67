Resource[Notify] { message => 'r' }
notify { 'a': }
