@@notify { 'x': }
