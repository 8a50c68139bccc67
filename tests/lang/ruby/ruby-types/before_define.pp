# The type in Ruby comes before the define of its name.
rt_define { 'a': from_ruby => 1 }
