include multi
multi::thing { 'x': }
