package dev.baton.spring.schema;

import javax.sql.DataSource;

/** Creates Baton's tables, or leaves this to others, before the node starts. */
@FunctionalInterface
public interface SchemaStep {
  void prepare(DataSource dataSource);
}
