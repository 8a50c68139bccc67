$top = 'seen'
function f() { $top }
notice(f())
