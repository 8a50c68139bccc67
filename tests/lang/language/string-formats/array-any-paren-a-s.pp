notice(String([1,'a',2.5], {Array => {format=>'%(a', string_formats=>{Any=>'%s'}}}))
