class k($x = lookup({'name' => 'a_missing', 'merge' => 'nosuch'})) { }
include k
