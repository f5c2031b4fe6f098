package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.operate.AuditFilter;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Does what an operator does: find a problem, understand it, repair it, and check the repair. */
@ExtendWith(SharedBrowser.class)
class MendingIT {
  private Service service;

  @BeforeEach
  void start() throws Exception {
    service = Service.start();
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void taskInErrorIsFoundExplainedAndRetried(Browser browser) {
    UUID id = service.addFailing("no answer in 10 s", pay -> pay.key("PARTNER-7"));
    service.partnerIsAway(false);

    browser.open(service.url() + "#/tasks");
    browser.await("document.querySelector('.chip.is-error input')");
    browser.run("document.querySelector('.chip.is-error input').click()");
    browser.await("location.hash === '#/tasks?status=ERROR'");
    browser.await(link(id));
    browser.run("return " + link(id) + ".click()");
    browser.await("document.querySelector('.why')?.textContent.includes('no answer in 10 s')");
    browser.await(
        "document.querySelector('.timeline')?.textContent.includes('Attempt 1 failed on"
            + " payout-1')");

    browser.run("document.querySelector('[data-key=retry]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('#ask-reason').value = 'they are back'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.task-head .badge.is-done')");

    assertThat(service.status(id)).isEqualTo(Status.DONE);
    assertThat(service.baton.operations().audit(AuditFilter.all().task(id)).page(10).items())
        .anySatisfy(
            entry -> {
              assertThat(entry.actor()).isEqualTo("anna@acme.example");
              assertThat(entry.reason()).isEqualTo("they are back");
            });
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void manyTasksAreCountedFirstAndThenRetried(Browser browser) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      String partner = "PARTNER-" + i;
      ids.add(service.addFailing("away", pay -> pay.key(partner)));
    }
    service.partnerIsAway(false);

    browser.open(service.url() + "#/tasks?status=ERROR");
    browser.await("document.querySelector('.bar [data-key=retry]')");
    browser.run("document.querySelector('.bar [data-key=retry]').click()");
    browser.await(
        "document.querySelector('dialog .counted').textContent === '7 tasks will be retried.'");
    assertThat(service.status(ids.get(0))).as("the count changes nothing").isEqualTo(Status.ERROR);
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.toast')?.textContent === '7 retried'");
    browser.await("document.querySelector('main .empty')");
    ids.forEach(id -> service.awaitStatus(id, Status.DONE));

    // Tasks that are DONE are run again only if the operator includes them.
    browser.open(service.url() + "#/tasks?type=" + Service.PAY);
    browser.await("document.querySelector('.bar [data-key=cancel]')");
    String runAgain = "document.querySelector('.bar [data-key=run-again]')";
    assertThat(browser.run("return " + runAgain + " === null").booleanValue()).isTrue();
    browser.open(service.url() + "#/tasks?status=DONE");
    browser.await(runAgain);
  }

  @Test
  void errorsOfOneCauseAreRetriedTogetherAndTheResultIsShown(Browser browser) {
    List<UUID> away = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      away.add(service.addFailing("bank-" + i + " is away"));
    }
    UUID other = service.addFailing("no such account");
    service.partnerIsAway(false);

    browser.open(service.url() + "#/errors");
    String row =
        "[...document.querySelectorAll('tbody tr')].find((r) => r.textContent.includes('# is"
            + " away'))";
    browser.await(row + "?.querySelector('.number').textContent === '5'");
    browser.run(row + ".querySelector('[data-key=retry]').click()");
    browser.await(
        "document.querySelector('dialog .counted').textContent === '5 tasks will be retried.'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.result')?.textContent.includes('5 done')");
    away.forEach(id -> assertThat(service.status(id)).isEqualTo(Status.DONE));
    assertThat(service.status(other)).isEqualTo(Status.ERROR);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void errorsOfOneCauseAreMutedAndUnmuted(Browser browser) {
    service.addFailing("bank-7 is away");
    browser.open(service.url() + "#/errors");
    browser.await("document.querySelector('tbody [data-key=mute]')");
    browser.run("document.querySelector('tbody [data-key=mute]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('tbody tr').textContent.includes('Muted until in 7 h')");
    assertThat(service.baton.operations().overrides().active()).hasSize(1);
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    browser.run("document.querySelector('tbody [data-key=mute]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("!document.querySelector('tbody tr').textContent.includes('Muted')");
    assertThat(service.baton.operations().overrides().active()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void onlySelectedTasksAreChanged(Browser browser) {
    UUID chosen = service.addFailing("away");
    UUID other = service.addFailing("away");

    browser.open(service.url() + "#/tasks");
    browser.await(link(chosen));
    browser.run("return " + link(chosen) + ".closest('tr').querySelector('input').click()");
    browser.await("document.querySelector('.bar.is-on .what').textContent === '1 selected'");
    browser.run("document.querySelector('.bar [data-key=cancel]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await(
        "document.querySelector('#ask-reason-hint').textContent === 'This field is required'");
    browser.run("document.querySelector('#ask-reason').value = 'twice'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.toast')?.textContent === '1 cancelled'");

    service.awaitStatus(chosen, Status.CANCELLED);
    assertThat(service.status(other)).isEqualTo(Status.ERROR);
  }

  @Test
  void staleChangeShowsTheNewStateForANewDecision(Browser browser) {
    UUID id = service.addFailing("away");
    browser.open(service.url() + "#/tasks/" + id);
    browser.await("document.querySelector('[data-key=fail]')");
    browser.run("document.querySelector('[data-key=fail]').click()");
    browser.await("document.querySelector('dialog[open]')");
    service
        .baton
        .operations()
        .by("ben")
        .task(id)
        .ifUnchangedSince(service.version(id))
        .prioritize(1);

    browser.run("document.querySelector('#ask-reason').value = 'given up'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.trouble-box').textContent.includes('It is now Error')");
    assertThat(service.status(id)).isEqualTo(Status.ERROR);

    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("!document.querySelector('dialog')");
    browser.await("document.querySelector('.task-head .badge.is-failed')");
    assertThat(service.status(id)).isEqualTo(Status.FAILED);
  }

  @Test
  void pageUpdatesWithoutReload(Browser browser) {
    browser.open(service.url() + "#/tasks");
    browser.await("document.querySelector('main .empty')");
    browser.run("window.loadedOnce = true");
    UUID id = service.add(TaskRequest.of(TaskType.of(Service.SLOW)).key("PARTNER-9"));
    browser.await(link(id));
    browser.await(link(id) + ".closest('tr').querySelector('.badge.is-running')");
    service.letEnd();
    browser.await(link(id) + ".closest('tr').querySelector('.badge.is-done')");
    assertThat(browser.run("return window.loadedOnce").booleanValue()).isTrue();
  }

  @Test
  void payloadIsShownOnRequestAndAudited(Browser browser) {
    UUID id =
        service.add(
            TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("{\"amount\": 120}")).onHold());
    browser.open(service.url() + "#/tasks/" + id);
    browser.await("document.querySelector('.content button')");
    assertThat(browser.run("return document.body.textContent").stringValue())
        .doesNotContain("120}");
    browser.run("document.querySelector('.content button').click()");
    browser.await("document.querySelector('.content pre')?.textContent.includes('120')");
    browser.await("document.querySelector('.timeline').textContent.includes('VIEW_PAYLOAD')");
  }

  @Test
  void pauseOfAnUnknownNameIsAskedTwice(Browser browser) {
    browser.open(service.url() + "#/types");
    press(browser, "document.querySelector('.heading button')");
    say(browser, "type", "PAYOTU");
    say(browser, "reason", "they asked us to");
    press(browser, "document.querySelector('dialog [type=submit]')");
    browser.await("document.querySelector('dialog h2')?.textContent.includes('unknown name')");
    assertThat(service.baton.cluster().pauses()).isEmpty();
    confirm(browser);
    browser.await("document.querySelector('.is-paused')?.textContent.includes('PAYOTU')");
  }

  @Test
  void tasksPausedOnThePageWaitUntilResumedThere(Browser browser) {
    browser.open(service.url() + "#/types/" + Service.PAY);
    press(browser, "document.querySelector('.heading button')");
    say(browser, "reason", "they asked us to");
    confirm(browser);
    browser.await("document.querySelector('.heading .badge')?.textContent.includes('Paused')");
    UUID id = service.add(TaskRequest.of(TaskType.of(Service.PAY)));
    browser.open(service.url() + "#/tasks/" + id);
    browser.await("document.querySelector('.why')?.textContent.includes('they asked us to')");
    assertThat(service.status(id)).isEqualTo(Status.READY);

    browser.open(service.url() + "#/types");
    press(browser, "document.querySelector('.is-paused tbody button')");
    confirm(browser);
    browser.await("!document.querySelector('.is-paused')");
    service.awaitStatus(id, Status.DONE);
    assertThat(actions()).containsExactly("RESUME", "PAUSE");
  }

  @Test
  void aScheduleIsRunPausedAndChangedOnThePage(Browser browser) {
    service.schedule("close-day");
    browser.open(service.url() + "#/schedules/close-day");
    press(browser, "document.querySelector('[data-key=pause]')");
    confirm(browser);
    press(browser, "document.querySelector('[data-key=resume]')");
    confirm(browser);
    press(browser, "document.querySelector('[data-key=change]')");
    say(browser, "timing", "rate PT36H");
    confirm(browser);
    browser.await("document.querySelector('.facts').textContent.includes('Every 1 d 12 h')");
    long runs = service.baton.schedules().find("close-day").orElseThrow().past().runs();
    press(browser, "document.querySelector('[data-key=run]')");
    confirm(browser);
    browser.await("document.querySelectorAll('tbody .badge.is-done').length > " + runs);
    assertThat(service.baton.schedules().find("close-day").orElseThrow().paused()).isFalse();
    assertThat(actions())
        .containsExactly(
            "SCHEDULE_RUN", "SCHEDULE_PUT", "SCHEDULE_RESUME", "SCHEDULE_PAUSE", "SCHEDULE_PUT");
  }

  @Test
  void aTasksPayloadTimeAndPriorityAreChangedOnThePage(Browser browser) {
    UUID id =
        service.add(
            TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("{\"amount\":120}")).onHold());
    browser.open(service.url() + "#/tasks/" + id);
    press(browser, "document.querySelector('[data-key=edit-payload]')");
    say(browser, "payload", "{\"amount\": 12345678901234567890}");
    confirm(browser);
    awaitVersion(browser, 2);
    press(browser, "document.querySelector('[data-key=prioritize]')");
    say(browser, "priority", "2");
    confirm(browser);
    awaitVersion(browser, 3);
    press(browser, "document.querySelector('[data-key=reschedule]')");
    say(browser, "delay", "PT6H");
    confirm(browser);
    browser.await("document.querySelector('.task-head .badge.is-waiting')");
    press(browser, "document.querySelector('[data-key=hold]')");
    confirm(browser);
    browser.await("document.querySelector('.task-head .badge.is-blocked')");
    var task = service.baton.operations().find(id).orElseThrow();
    assertThat(task.priority()).isEqualTo(2);
    Bytes payload =
        service.baton.operations().task(id).content().orElseThrow().payload().orElseThrow();
    assertThat(payload.toText()).isEqualTo("{\"amount\": 12345678901234567890}");
  }

  /** Waits for the version, because the page reads the task again after each change. */
  private static void awaitVersion(Browser browser, long version) {
    browser.await(
        "[...document.querySelectorAll('.facts > div')].some((one) => one.textContent === 'Version"
            + version
            + "')");
  }

  private List<String> actions() {
    return service.baton.operations().audit(AuditFilter.all()).page(10).items().stream()
        .map(entry -> entry.action())
        .toList();
  }

  private static void press(Browser browser, String button) {
    browser.await(button);
    browser.run("return " + button + ".click()");
    browser.await("document.querySelector('dialog[open]')");
  }

  private static void say(Browser browser, String field, String words) {
    browser.run("document.getElementById('ask-" + field + "').value = arguments[0]", words);
  }

  private static void confirm(Browser browser) {
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("!document.querySelector('dialog')");
  }

  private static String link(UUID id) {
    return "document.querySelector('main table a[href=\"#/tasks/" + id + "\"]')";
  }
}
