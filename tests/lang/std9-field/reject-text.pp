notice(reject('text', 'aa'))
