notice($trusted['certname'], $trusted['authenticated'], $trusted['hostname'], $trusted['domain'], $trusted['extensions'])
