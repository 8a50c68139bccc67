notice(String([Error('m'), { 'a' => Error('n') }], { Array => { format => '%#a', string_formats => { Any => '%d' } } }))
