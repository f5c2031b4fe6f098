package dev.baton.spring.schema;

/** Who makes Baton's tables. */
public enum SchemaMode {
  /** The application's Flyway, else its Liquibase, else Baton itself. */
  AUTO,
  /** Baton itself, whatever else there is. */
  APPLY,
  /** You, before the start: the application doesn't start unless they are as they should be. */
  VALIDATE
}
