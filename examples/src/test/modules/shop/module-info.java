module shop {
  requires com.h2database;
  requires dev.baton.core;
  requires dev.baton.jdbc;
  requires tools.jackson.databind;

  // Jackson reads and writes payloads; Unique.idFrom reads the components of records.
  opens shop to
      dev.baton.api,
      tools.jackson.databind;
}
