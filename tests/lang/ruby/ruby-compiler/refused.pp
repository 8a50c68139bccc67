# Arguments that a function does not accept are an ArgumentError in Ruby.
function own(Integer $x) { $x }
notify { 'r': message => [rbcomp::refused('upcase'), rbcomp::refused('own', 'a'),
    rbcomp::refused('with', 1), rbcomp::refused('rbcomp::defaults_of'), rbcomp::refused('each', 1)] }
