$facts['dns'].each |$i, $server| { notify { "dns ${i}": message => $server } }
