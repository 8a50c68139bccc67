notice(String.new([Binary('apY='), 1], {Array => {format => '%a', string_formats => {Binary => '%s'}}}))
