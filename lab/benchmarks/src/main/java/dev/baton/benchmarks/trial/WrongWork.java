package dev.baton.benchmarks.trial;

/** A contender lost a job, or ran one twice: its figures say nothing. */
public final class WrongWork extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongWork(String message) {
    super(message);
  }
}
