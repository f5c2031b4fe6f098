module curious {
  requires dev.baton.jdbc;
}
