notice("$facts[kernel] is not indexed")
notice("${facts['kernel']} ${facts[os][release][major]} ${::kernel} $::kernel")
