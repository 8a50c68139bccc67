notice(String({[1,2]=>{x=>1}}, '%#h'))
