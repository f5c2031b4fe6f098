package dev.baton.test;

/** Entry points of the AssertJ assertions on a test's tasks. Import them next to AssertJ's own. */
public final class BatonAssertions {
  private BatonAssertions() {}

  /** Starts assertions on the cluster. */
  public static BatonAssert assertThat(TestBaton baton) {
    return new BatonAssert(baton);
  }

  /** Starts assertions on one task, as it was when the test read it. */
  public static TaskAssert assertThat(TestTask task) {
    return new TaskAssert(task);
  }
}
