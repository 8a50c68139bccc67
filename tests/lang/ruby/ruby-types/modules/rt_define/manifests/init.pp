# A define that has the name of a type in Ruby.
define rt_define($from_puppet = 1) { notify { "define ${name}": } }
