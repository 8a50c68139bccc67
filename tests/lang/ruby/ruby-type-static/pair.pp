# environment: generated
rt_pair { 'joe@home': state => 'on' }
rt_pair { 'jane': state => 'off' }
rt_pair { 'third': user => 'u', host => 'h' }
