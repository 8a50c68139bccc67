$list = ['a']
$hash = {'k' => ['b']}
notify { 'one': message => $list, tag => $list }
notify { 'two': message => $hash }
create_resources('notify', {'three' => {'message' => $list}}, {'tag' => $list})
Notify['one'] { noop => true }
same::push($list, 'c')
same::push($hash['k'], 'c')
same::push($hash, 1, 'new')
notice($list, $hash)
