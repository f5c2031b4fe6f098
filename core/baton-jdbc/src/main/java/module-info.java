/** Baton on PostgreSQL, MariaDB, MySQL and H2. */
// Two compiler warnings are suppressed: other modules are compiled later, and the folders with SQL
// contain no class.
@SuppressWarnings({"module", "opens"})
module dev.baton.jdbc {
  requires transitive dev.baton.core;
  requires transitive java.sql;
  requires org.slf4j;
  requires static com.zaxxer.hikari;
  requires static org.postgresql.jdbc;

  uses dev.baton.jdbc.dialect.DialectProvider;

  exports dev.baton.jdbc;
  exports dev.baton.jdbc.dialect;
  exports dev.baton.jdbc.transaction;

  // Only Baton's own modules use these packages.
  exports dev.baton.jdbc.cluster to
      dev.baton.move;
  exports dev.baton.jdbc.sql to
      dev.baton.jta,
      dev.baton.move,
      dev.baton.spring;
  exports dev.baton.jdbc.task to
      dev.baton.cli,
      dev.baton.move;
  exports dev.baton.jdbc.transaction.internal to
      dev.baton.jta,
      dev.baton.spring;

  // Flyway and Liquibase read the migrations.
  opens db.baton.h2;
  opens db.baton.mysql;
  opens db.baton.postgresql;
  opens db.baton.routines;
}
