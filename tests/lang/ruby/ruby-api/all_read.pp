ra_all { 'a': text => 't' } notice(Ra_all['a']['text'], Ra_all['a']['count'], Ra_all['a']['known'])
