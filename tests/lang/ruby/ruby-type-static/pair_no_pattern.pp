# environment: generated
rt_pair { 'a@b@c': }
