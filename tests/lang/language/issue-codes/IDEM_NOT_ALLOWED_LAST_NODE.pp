node default { 'a' }
