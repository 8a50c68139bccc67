notice(String(1, {Integer=>{foo=>1}}))
