notice(dt::undata({ '__ptype' => 'No::Such', 'a' => 1 }))
