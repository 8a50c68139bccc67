notice(Struct[{a => 3}])
