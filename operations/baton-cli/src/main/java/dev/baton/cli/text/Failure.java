package dev.baton.cli.text;

/** Ends a command with a message for its user and an exit code for scripts. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Exit code of a request that was refused, or whose object doesn't exist. */
  public static final int REFUSED = 1;

  /** Exit code of a command line with a mistake. */
  public static final int USAGE = 2;

  /**
   * Exit code if the service or the database can't be reached. It is unknown whether a change was
   * made.
   */
  public static final int UNREACHABLE = 3;

  private final int exitCode;

  private Failure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public static Failure refused(String message) {
    return new Failure(REFUSED, message);
  }

  public static Failure usage(String message) {
    return new Failure(USAGE, message);
  }

  public static Failure unreachable(String message) {
    return new Failure(UNREACHABLE, message);
  }

  public int exitCode() {
    return exitCode;
  }
}
