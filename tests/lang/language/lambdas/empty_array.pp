[].each |$x| { fail('never') }
notice('fine')
