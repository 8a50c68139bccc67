define d { notify { "child ${title}": } }
@d { 'never': }
