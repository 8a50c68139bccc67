notify { 'z': }
notify { 'x': message => { 'r' => Notify['z'], 'l' => [Notify['z']] } }
