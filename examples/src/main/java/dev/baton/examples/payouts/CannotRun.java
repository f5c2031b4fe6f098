package dev.baton.examples.payouts;

/** The demo can't be run as it was asked for; the message is the one line that the user reads. */
final class CannotRun extends Exception {
  private static final long serialVersionUID = 1L;

  CannotRun(String message) {
    super(message.lines().findFirst().orElse(message));
  }
}
