realize(Notify['absent'])
