notify { 'it\'s "quoted"': }
