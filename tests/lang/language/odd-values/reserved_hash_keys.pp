notify { 'x': message => { '__ptype' => 'Sensitive', '__pvalue' => 'x' } }
