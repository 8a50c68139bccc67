notice(String([1,'a',2.5,undef,default,true,/x/], {Array => {format=>'%(a', string_formats=>{Integer=>'%#x', String=>'%#s', Float=>'%.2f', Undef=>'%v', Default=>'%D', Boolean=>'%y', Regexp=>'%s'}}}))
