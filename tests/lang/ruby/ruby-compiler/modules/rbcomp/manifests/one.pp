class rbcomp::one { notify { 'in one': } }
