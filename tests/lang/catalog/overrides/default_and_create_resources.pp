$d = { message => 'via hash' }
Notify { * => $d }
notify { 'a': }
create_resources('notify', { 'b' => {}, 'c' => { message => 'own' } }, { noop => true })
