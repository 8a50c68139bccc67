define d($path = "/etc/${title}", $also = "${name}.d") { notice($path, $also) }
d { 'app': }
