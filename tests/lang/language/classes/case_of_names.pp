class my_class { notice($title) }
include My_class
