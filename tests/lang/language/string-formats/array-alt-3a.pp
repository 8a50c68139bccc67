notice(String([1,2,3], {Array => {format => '%#3a', separator => ",\n"}}))
