package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the steps of a workflow on its task's page. */
@ExtendWith(SharedBrowser.class)
class WorkflowIT {
  private static final TaskType<String, String> ORDER =
      TaskType.of("ORDER", String.class, String.class);
  private static final TaskType<String, String> SHIP =
      TaskType.of("SHIP", String.class, String.class);
  private static final SignalType<String> APPROVAL = SignalType.of("approval", String.class);

  private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
  private Service service;

  private String order(String order, Workflow flow) {
    flow.run("charge", key -> seen.add("charge"));
    String sent = String.join(",", flow.callAll(List.of(SHIP.with("a"), SHIP.with("b")), 2));
    flow.awaitSignal(APPROVAL, Duration.ofDays(3));
    flow.run("receipt", key -> seen.add("receipt"));
    return sent;
  }

  @BeforeEach
  void start() throws Exception {
    service =
        Service.start(
            "order-1",
            TaskDefinition.of(ORDER).workflow(this::order).retry(Retry.never()),
            TaskDefinition.of(SHIP).handler((parcel, attempt) -> "sent " + parcel));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void stepsAreShownAndTheWorkflowRunsAgainFromOneOfThem(Browser browser) {
    UUID id = service.add(ORDER.with("x"));
    browser.open(service.url() + "#/tasks/" + id);
    String steps = "document.querySelector('.steps')?.textContent";
    browser.await(steps + ".includes('3 awaitSignal(approval)waiting since')");
    browser.await(steps + ".includes('2 of 2 children done')");
    browser.await("document.querySelectorAll('.steps .called a.mono').length === 2");
    browser.await(
        "document.querySelector('.why')?.textContent.includes('in step 3, awaitSignal(approval)')");
    assertThat(browser.run("return document.querySelector('[data-key=from-1]')").isNull())
        .as("no button while it waits")
        .isTrue();

    service.baton.tasks().signal(id, APPROVAL, "yes");
    service.awaitStatus(id, Status.DONE);
    browser.await("document.querySelector('[data-key=from-4]')");
    browser.run("document.querySelector('[data-key=from-4]').click()");
    browser.await(
        "document.querySelector('dialog[open]')?.textContent.includes('These steps run again:"
            + " receipt.')");
    browser.run("document.querySelector('#ask-reason').value = 'wrong printer'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await(
        "document.querySelector('.timeline:not(.steps)').textContent.includes('from step 4')");
    service.awaitStatus(id, Status.DONE);
    assertThat(seen).containsExactly("charge", "receipt", "receipt");
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    assertThat(browser.complaints()).isEmpty();
  }
}
