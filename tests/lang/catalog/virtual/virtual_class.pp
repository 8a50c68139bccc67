@class { 'base': }
