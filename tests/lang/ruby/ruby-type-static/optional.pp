# environment: generated
rt_optional { 'abc:def': }
rt_optional { 'x:y': kind => 'own', more => 'm' }
