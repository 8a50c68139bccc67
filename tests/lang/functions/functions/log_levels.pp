debug('d') info('i') notice('n') warning('w') err('e') alert('a') crit('c') emerg('m')
