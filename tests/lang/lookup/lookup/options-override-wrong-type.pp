# environment: site
notice(String(lookup('who', {override => {who => 1}, value_type => String}), '%p'))
