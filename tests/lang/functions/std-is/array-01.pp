notice(is_array([]), is_array('a'), is_array(undef), is_array([1],2))
