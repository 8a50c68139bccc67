class other::name {
}
