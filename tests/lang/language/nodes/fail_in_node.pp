node default { fail("not for ${trusted['certname']}") }
