class a::b { notice($title, $name) }
include a::b
