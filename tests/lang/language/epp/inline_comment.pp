notice(inline_epp('a<%# not shown %>b<%# trimmed -%>  
c'))
