# These types take an empty title.
define foo() {}
notify { 'a': message => [Foo, Notify, Exec, User, Service, Stage, Package, Group, Tidy, Schedule, Whit] }
@notify { 'b': message => File }
