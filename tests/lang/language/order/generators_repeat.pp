define one { two { "${title}.": } notice("one ${title}") }
define two { three { "${title}.": } notice("two ${title}") }
define three { notice("three ${title}") }
one { ['a', 'b']: }
