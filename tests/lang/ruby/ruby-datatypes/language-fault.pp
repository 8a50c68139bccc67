class taker(Dt::Person $who) { }
class { 'taker': who => Dt::Plain('ann') }
