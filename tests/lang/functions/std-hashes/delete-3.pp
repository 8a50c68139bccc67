notice(String(delete([], 'x'), '%p'))
