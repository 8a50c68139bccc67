# environment: generated
rt_path { '/a': }
rt_path { 'again': path => '/a' }
