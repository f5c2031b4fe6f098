package dev.baton.spring.schema;

/** Selects how Baton's tables are created. */
public enum SchemaMode {
  /** The application's Flyway, else its Liquibase, else Baton itself. */
  AUTO,
  /** Baton itself, regardless of other tools. */
  APPLY,
  /**
   * You, before the start: the application doesn't start if the tables aren't as they should be.
   */
  VALIDATE
}
