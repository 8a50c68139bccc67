rt_optional { 'abc': }
rt_optional { 'abc:def': }
rt_optional { 'abc:ghi': }
