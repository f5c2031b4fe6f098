package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.operate.Cursor;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.Listing;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.Stores;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for searches by error. */
public interface ErrorSearchContract extends StoreFixture {
  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  /** Returns the statistics store on the store's database. */
  StatisticsStore statistics();

  @Test
  default void tasksThatAreRetriedAreFoundAndNoOthers() throws Exception {
    UUID once = retried("A", 1, "bank 12 is away");
    UUID often = retried("B", 4, "bank 7 is away");
    given().add(TaskDraft.due("A", TaskDraft.FUTURE));
    UUID failed = failed("A", "no");
    try (Baton client = errorClient()) {
      TaskFilter retrying = TaskFilter.all().retrying();
      assertThat(found(client, retrying, 10)).containsExactlyInAnyOrder(once, often);
      assertThat(found(client, retrying.attempts(2), 10)).containsExactly(often);
      assertThat(found(client, retrying.type("A"), 10)).containsExactly(once);
      assertThat(found(client, retrying.status(Status.ERROR), 10)).isEmpty();
      assertThat(found(client, TaskFilter.all().attempts(1), 10))
          .containsExactlyInAnyOrder(once, often, failed);
      assertThat(client.statistics().retrying().groups()).hasSize(2);
      assertThat(client.statistics().failing().groups())
          .singleElement()
          .satisfies(group -> assertThat(group.type()).isEqualTo("B"));
    }
  }

  @Test
  default void tasksAreFoundByTheirLatestErrorPageByPage() throws Exception {
    List<UUID> away = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      away.add(failed("A", "java.net.ConnectException: bank-" + i + " is away"));
      failed("A", "refused");
    }
    try (Baton client = errorClient()) {
      TaskFilter byText = TaskFilter.all().status(Status.FAILED).errorText("IS AWAY");
      assertThat(found(client, byText, 2)).containsExactlyInAnyOrderElementsOf(away);
      ErrorSample.Group group = client.operations().errors().groups().get(0);
      assertThat(group.cause().text()).isEqualTo("java.net.ConnectException: # is away");
      assertThat(found(client, group.filter(), 2)).containsExactlyInAnyOrderElementsOf(away);
      assertThat(found(client, group.filter().type("B"), 2)).isEmpty();
      assertThat(found(client, TaskFilter.all().errorText("50%_"), 2)).isEmpty();
    }
  }

  @Test
  default void errorsComeInGroupsThatAreMendedAsOne() throws Exception {
    failed("A", "java.io.IOException: order 17 of 'acme'");
    failed("A", "java.io.IOException: order 18 of 'umbrella'\n\tat Somewhere.java:12");
    failed("A", "no such account");
    failed("B", "no such account");
    UUID retried = retried("A", 2, "no such account");
    try (Baton client = errorClient()) {
      List<ErrorSample.Group> groups = client.operations().errors().groups();
      assertThat(groups)
          .extracting(
              ErrorSample.Group::standing,
              ErrorSample.Group::type,
              group -> group.cause().text(),
              ErrorSample.Group::count,
              ErrorSample.Group::cut)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(
                  Standing.RETRYING, "A", "no such account", 1, false),
              org.assertj.core.groups.Tuple.tuple(
                  Standing.FAILED, "A", "java.io.IOException: order # of #", 2, false),
              org.assertj.core.groups.Tuple.tuple(
                  Standing.FAILED, "A", "no such account", 1, false),
              org.assertj.core.groups.Tuple.tuple(
                  Standing.FAILED, "B", "no such account", 1, false));
      assertThat(groups.get(0).latest().id()).isEqualTo(retried);
      assertThat(client.operations().bulk(groups.get(1).filter()).runAgain().changed())
          .isEqualTo(2);
      assertThat(client.operations().errors().groups()).hasSize(3);
    }
  }

  private static List<UUID> found(Baton client, TaskFilter filter, int size) {
    List<UUID> ids = new ArrayList<>();
    Listing<TaskInfo> left = client.operations().search(filter);
    Cursor next;
    do {
      Page<TaskInfo> page = left.page(size);
      page.items().forEach(task -> ids.add(task.id()));
      next = page.next().orElse(null);
      left = next == null ? left : left.from(next);
    } while (next != null);
    assertThat(ids).doesNotHaveDuplicates();
    return ids;
  }

  private UUID failed(String type, String error) throws Exception {
    Task held = given().claimed(TaskDraft.ready(type), UUID.randomUUID());
    given().applied(HolderRules.failed(held, error, StoreScenario.KEEP));
    return held.id();
  }

  private UUID retried(String type, int attempts, String error) throws Exception {
    Task held = given().claimed(TaskDraft.ready(type), UUID.randomUUID());
    for (int i = 1; i < attempts; i++) {
      given().applied(HolderRules.retryNow(held, StoreScenario.HINT_EXPIRY, "another error"));
      held = given().claim(given().find(held.id()), UUID.randomUUID());
    }
    given().applied(HolderRules.retry(held, Duration.ofHours(1), error));
    return held.id();
  }

  private Baton errorClient() {
    return Baton.builder(Stores.of(store()).operations(operations()).statistics(statistics()))
        .client()
        .transactions(transactions())
        .start();
  }
}
