function f() { "${facts['os']['family']} ${trusted['certname']}" }
notice(f())
