rt_pair { 'a@b@c': }
