rf_own_export { 'a': }
