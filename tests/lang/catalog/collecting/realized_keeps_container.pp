class k { @notify { 'a': } }
include k
class l { realize(Notify['a']) }
include l
