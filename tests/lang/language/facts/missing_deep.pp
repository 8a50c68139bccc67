notice($facts['none'], $facts['os']['none'])
