@@notify { 'exported': tag => 't' }
Notify <<| tag == 't' |>>
