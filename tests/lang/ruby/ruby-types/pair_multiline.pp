rt_pair { "a\nb": }
