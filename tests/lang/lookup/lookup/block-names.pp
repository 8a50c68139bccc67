# environment: site
notice(lookup(['nope', 'nix']) |$k| { $k })
