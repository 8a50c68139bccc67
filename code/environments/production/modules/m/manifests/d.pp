define m::d { }
