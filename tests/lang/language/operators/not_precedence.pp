notice(!true == false, !(true and false), !!true, !'a' in ['b'])
