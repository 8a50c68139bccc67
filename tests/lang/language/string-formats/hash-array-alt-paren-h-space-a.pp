notice(String({a=>{b=>[1,2]},c=>3}, {Hash => {format => '%#(h', separator => ';', separator2 => '->'}, Array => '% a'}))
