# What is Sensitive stays the type it is.
notify { 'a': message => Sensitive(File['x']) }
notify { 'b': message => Sensitive([Class['x::y'], {'k' => Notify['q']}]) }
notify { 'c': message => Sensitive(File) }
