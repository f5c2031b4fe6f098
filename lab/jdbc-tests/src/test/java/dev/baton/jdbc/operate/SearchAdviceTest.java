package dev.baton.jdbc.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.TaskFilter;
import dev.baton.task.Status;
import org.junit.jupiter.api.Test;

class SearchAdviceTest {
  private static final String RARE_STATUSES = "FAILED or CANCELLED alone";

  @Test
  void adviceDoesNotRepeatGivenFilters() {
    TaskFilter done = TaskFilter.all().status(Status.DONE).bucket("rare");
    assertThat(SearchAdvice.of(done)).contains("a whole type", RARE_STATUSES);
    TaskFilter failed = TaskFilter.all().status(Status.FAILED).bucket("rare");
    assertThat(SearchAdvice.of(failed))
        .contains("a whole type", "a time range in which they ended", "their correlation id")
        .doesNotContain(RARE_STATUSES)
        .doesNotContain("live statuses");
    assertThat(SearchAdvice.of(failed.type("T"))).doesNotContain("a whole type");
  }

  @Test
  void searchForLiveAndEndedTasksIsAdvisedToUseLiveTasks() {
    assertThat(SearchAdvice.of(TaskFilter.all().key("k")))
        .contains("live statuses only")
        .doesNotContain(RARE_STATUSES);
  }

  @Test
  void searchForLiveTasksIsAdvisedToUseAnIndex() {
    TaskFilter live = TaskFilter.all().status(Status.WAITING, Status.READY).key("k");
    assertThat(SearchAdvice.of(live))
        .contains("ERROR, BLOCKED or RUNNING alone")
        .doesNotContain("ended");
  }
}
