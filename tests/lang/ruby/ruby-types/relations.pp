rt_simple { 'a': } -> rt_path { '/b': } ~> Rt_alone['c']
rt_alone { 'c': }
