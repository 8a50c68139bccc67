@notify { 'a': }
@notify { 'a': }
