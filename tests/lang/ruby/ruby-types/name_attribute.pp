rt_simple { 'title': name => 'other', value => 'v' }
notice(Rt_simple['title']['name'], Rt_simple['other']['value'])
