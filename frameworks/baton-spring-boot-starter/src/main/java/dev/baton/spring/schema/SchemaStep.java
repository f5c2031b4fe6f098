package dev.baton.spring.schema;

import javax.sql.DataSource;

/** Makes Baton's tables, or leaves it to others, before the node starts. */
@FunctionalInterface
public interface SchemaStep {
  void prepare(DataSource dataSource);
}
