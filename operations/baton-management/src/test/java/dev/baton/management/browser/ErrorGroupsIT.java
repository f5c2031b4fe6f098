package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests changes of all errors of one cause. The page counts them first and reports the result. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class ErrorGroupsIT {
  private static final String FLAKY = "ASK_BANK";
  private static final String REFUSED = "BOOK";

  private volatile boolean isAway = true;
  private Service service;

  @BeforeEach
  void start() throws Exception {
    service =
        Service.start(
            "payout-1",
            RawDefinition.of(
                    FLAKY,
                    attempt -> {
                      if (isAway) {
                        throw new IOException("bank " + attempt.taskId() + " is away");
                      }
                      return Outcome.done();
                    })
                .retry(Retry.fixed(Duration.ofHours(3))),
            RawDefinition.of(
                REFUSED, attempt -> isAway ? Outcome.failed("no account 7") : Outcome.done()));
  }

  @AfterEach
  void stop(Browser browser) {
    service.close();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void tasksInErrorAreFailedWithAReason(Browser browser) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(service.addFailing("account " + i + " is closed"));
    }
    UUID other = service.addFailing("no answer");
    String row = row(browser, "account # is closed");
    browser.run(row + ".querySelector('[data-key=fail]').click()");
    counted(browser, "3 tasks will be failed.");
    browser.await(
        "document.querySelector('dialog').textContent"
            + ".includes('Tasks that need them to be done are cancelled.')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await(
        "document.querySelector('#ask-reason-hint').textContent === 'This field is required'");
    browser.run("document.querySelector('#ask-reason').value = 'they left us'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.result p')?.textContent === '3 failed.'");
    assertThat(browser.run("return document.querySelectorAll('.result .badge').length").intValue())
        .as("the tasks have ended")
        .isZero();
    assertThat(ids).allSatisfy(id -> assertThat(service.status(id)).isEqualTo(Status.FAILED));
    assertThat(service.status(other)).isEqualTo(Status.ERROR);
  }

  @Test
  void retriedTasksRunAndThePageShowsTheSuccess(Browser browser) {
    List<UUID> ids =
        List.of(
            service.add(TaskRequest.of(TaskType.of(FLAKY))),
            service.add(TaskRequest.of(TaskType.of(FLAKY))));
    String row = row(browser, "is away");
    browser.await(row + "?.querySelector('.number').textContent === '2'");
    isAway = false;
    browser.run(row + ".querySelector('[data-key=reschedule]').click()");
    counted(browser, "2 tasks will be rescheduled.");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.result')?.textContent.includes('2 done')");
    ids.forEach(id -> service.awaitStatus(id, Status.DONE));
  }

  @Test
  void sumOfATypesErrorsLeadsToTheTasksOfTheType(Browser browser) {
    service.addFailing("no answer");
    String sum =
        "[...document.querySelectorAll('.panel-head a')].find((a) => a.textContent === '1')";
    for (String view : List.of("types/" + Service.PAY, "errors?type=" + Service.PAY)) {
      browser.open(service.url() + "#/" + view);
      browser.await(sum);
      assertThat(browser.run("return " + sum + ".getAttribute('href')").stringValue())
          .isEqualTo("#/tasks?status=ERROR&type=" + Service.PAY);
    }
  }

  @Test
  void delayedRetryHasNotStarted(Browser browser) {
    service.addFailing("no answer");
    browser.run(row(browser, "no answer") + ".querySelector('[data-key=retry]').click()");
    counted(browser, "1 task will be retried.");
    browser.run("document.querySelector('#ask-delay').value = 'PT10M'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.result .badge')?.textContent === '1 not started yet'");
  }

  @Test
  void failedTasksRunAgainAndThePageShowsTheFailure(Browser browser) {
    UUID id = service.add(TaskRequest.of(TaskType.of(REFUSED)));
    service.awaitStatus(id, Status.FAILED);
    browser.run(row(browser, "no account #") + ".querySelector('[data-key=run-again]').click()");
    counted(browser, "1 task will be run again.");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.result')?.textContent.includes('1 failed again')");
  }

  @Test
  void muteShowsTheCurrentCount(Browser browser) {
    service.addFailing("no answer");
    service.addFailing("no answer");
    browser.run(row(browser, "no answer") + ".querySelector('[data-key=mute]').click()");
    browser.await("document.querySelector('dialog')?.textContent.includes('2 tasks now: ')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await(row(browser, "no answer") + "?.textContent.includes('Muted until')");
  }

  private String row(Browser browser, String words) {
    String errors = service.url() + "#/errors";
    if (!browser.run("return location.href").stringValue().equals(errors)) {
      browser.open(errors);
    }
    String row =
        "[...document.querySelectorAll('tbody tr')].find((r) => r.textContent.includes('"
            + words
            + "'))";
    browser.await(row);
    return row;
  }

  private static void counted(Browser browser, String words) {
    browser.await("document.querySelector('dialog .counted')?.textContent === '" + words + "'");
  }
}
