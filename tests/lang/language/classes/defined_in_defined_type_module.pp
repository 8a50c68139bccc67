class a::b::c { notice("${title} ${name} ${module_name}") }
include a::b::c
