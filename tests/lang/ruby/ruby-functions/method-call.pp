notice(1.rubyfns::echo, [1].rubyfns::blocks |$x| { $x })
