package dev.baton.jdbc.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.operate.TaskFilter;
import dev.baton.task.Status;
import org.junit.jupiter.api.Test;

class NarrowingTest {
  private static final String RARE_STATUSES = "FAILED or CANCELLED alone";

  @Test
  void nothingIsAdvisedThatIsSaidAlready() {
    TaskFilter done = TaskFilter.all().status(Status.DONE).bucket("rare");
    assertThat(Narrowing.of(done)).contains("a whole type", RARE_STATUSES);
    TaskFilter failed = TaskFilter.all().status(Status.FAILED).bucket("rare");
    assertThat(Narrowing.of(failed))
        .contains("a whole type", "from when to when they ended", "their correlation id")
        .doesNotContain(RARE_STATUSES)
        .doesNotContain("live statuses");
    assertThat(Narrowing.of(failed.type("T"))).doesNotContain("a whole type");
  }

  @Test
  void whoAsksForLiveAndEndedOnesIsToldToAskForLiveOnesOnly() {
    assertThat(Narrowing.of(TaskFilter.all().key("k")))
        .contains("live statuses only")
        .doesNotContain(RARE_STATUSES);
  }

  @Test
  void whoAsksForLiveOnesIsToldWhichOfThemHaveAnIndex() {
    TaskFilter live = TaskFilter.all().status(Status.WAITING, Status.READY).key("k");
    assertThat(Narrowing.of(live))
        .contains("ERROR, BLOCKED or RUNNING alone")
        .doesNotContain("ended");
  }
}
