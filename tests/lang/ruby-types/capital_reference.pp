rt_simple { 'a': }
notice(Rt_Simple['a']['value'], Resource['RT_SIMPLE', 'a']['title'])
