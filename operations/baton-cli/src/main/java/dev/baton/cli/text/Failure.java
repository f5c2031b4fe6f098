package dev.baton.cli.text;

/** What ends a command with words for its user and an exit code for scripts. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** It was refused, or there is no such thing. */
  public static final int REFUSED = 1;

  /** The command can't be understood. */
  public static final int USAGE = 2;

  /** The service or the database can't be reached: whether a change was made isn't known. */
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
