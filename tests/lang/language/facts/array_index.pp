notice($facts['dns'][0], $dns[1], $facts['dns'][-1], "${facts['dns'][0]}")
