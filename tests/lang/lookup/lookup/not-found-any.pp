# environment: site
notice(String(lookup(['nope', 'nix']), '%p'))
