# environment: site
notice(String(lookup('knock', {merge => {strategy => 'deep', knockout_prefix => '#'}}), '%p'))
