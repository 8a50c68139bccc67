notify { 'x': }
file { '/x': }
user { 'x': }
group { 'x': }
