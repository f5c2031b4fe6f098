package dev.baton.jdbc.transaction.internal;

/** Thrown if work that should be a single statement needs several. No statement has run yet. */
public final class SeveralStatementsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SeveralStatementsException() {
    super("This needs several statements, and therefore a transaction", null, false, false);
  }
}
