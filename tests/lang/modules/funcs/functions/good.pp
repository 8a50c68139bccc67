function funcs::good($x) { "good ${x} ${module_name}" }
