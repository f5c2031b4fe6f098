package dev.baton.jdbc.dialect;

/**
 * How long a connection waits for locked rows.
 *
 * @param read the query that returns the present length
 * @param set the command that sets the length for at least the transaction, with %s for the length
 * @param shortest the shortest length that is useful, as the command takes it
 */
public record LockWait(String read, String set, String shortest) {

  /** Returns the command that sets this length. */
  public String setTo(String length) {
    return String.format(set, length);
  }
}
