package dev.baton.jdbc.transaction.internal;

/** Thrown before any statement runs, if work for a single statement needs several statements. */
public final class SeveralStatementsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SeveralStatementsException() {
    super("This needs several statements, and therefore a transaction", null, false, false);
  }
}
