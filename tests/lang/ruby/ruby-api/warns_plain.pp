ra_warns { 'a': text => 'x' } ra_warns { 'b': }
