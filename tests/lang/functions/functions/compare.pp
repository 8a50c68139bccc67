notice(compare(1,2.0), compare('a','A'), compare('a','A',false), compare('b','a',true), compare(2,1))
