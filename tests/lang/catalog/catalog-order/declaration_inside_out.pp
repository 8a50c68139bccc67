class outer { notify { 'o1': } include inner notify { 'o2': } }
class inner { notify { 'i1': } }
include outer
