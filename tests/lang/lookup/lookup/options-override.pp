# environment: site
notice(String(lookup('who', {override => {who => 'me'}}), '%p'))
