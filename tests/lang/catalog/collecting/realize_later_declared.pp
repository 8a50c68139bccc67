realize(Notify['later'])
class k { @notify { 'later': } }
include k
