# environment: site
notice(String(lookup('who', {nope => 1}), '%p'))
