package dev.baton.jdbc.transaction.internal;

/** What was to be one statement takes several, and nothing has been done yet. */
public final class SeveralStatementsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SeveralStatementsException() {
    super("This needs several statements, and therefore a transaction", null, false, false);
  }
}
