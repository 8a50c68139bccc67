define d { notice(defined_with_params(D[$title]), defined_with_params("D[${title}]"), defined_with_params('D[other]')) }
d { 'x': } d { 'other': }
