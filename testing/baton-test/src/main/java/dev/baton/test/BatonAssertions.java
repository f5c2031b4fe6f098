package dev.baton.test;

/** Where AssertJ's assertions on a test's tasks begin; imported beside AssertJ's own. */
public final class BatonAssertions {
  private BatonAssertions() {}

  /** Of the cluster. */
  public static BatonAssert assertThat(TestBaton baton) {
    return new BatonAssert(baton);
  }

  /** Of one task, as it stood when it was looked at. */
  public static TaskAssert assertThat(TestTask task) {
    return new TaskAssert(task);
  }
}
