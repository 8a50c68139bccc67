# Its type must exist.
$none = []
notify { 'a': }
absent { $none: mode => 1 }
