# A class that does not know its type, and one inherited from it, which has no name.
notice(Dtbad::Childofclass(1).a, Dtbad::Childofclass(1) =~ Dtbad::Childofclass)
type Dtkid = Object[{parent => Dtbad::Childofclass, attributes => {b => Integer}}]
notice(Dtkid(1, 2))
