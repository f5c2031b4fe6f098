package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.statistics.Backlog;
import dev.baton.task.Status;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what an operator does at night, with the number of clicks in docs/at-3-am.md. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class AtThreeIT {
  private static final Logger LOG = LoggerFactory.getLogger(AtThreeIT.class);

  private static final String HEADINGS =
      "return [...document.querySelectorAll('h2')].map((h2) => h2.textContent).join(', ')";

  private Service service;
  private int clicks;
  private long begin;

  @BeforeEach
  void start() throws Exception {
    service = Service.start();
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void searchByLabelFindsAllTasksOfPartner(Browser browser) {
    service.add(TaskRequest.of(TaskType.of(Service.PAY)).label("partner", "acme").onHold());
    service.add(TaskRequest.of(TaskType.of(Service.PAY)).label("partner", "umbrella").onHold());
    begin(browser, "#/");
    search(browser, "partner=acme");
    browser.await("document.querySelectorAll('tbody tr').length === 1");
    took("find all of a partner", 0);
  }

  @Test
  void tasksOfOneCauseAreRetriedAndTheEffectIsShown(Browser browser) {
    for (int i = 0; i < 3; i++) {
      service.addFailing("bank-" + i + " is away");
    }
    service.partnerIsAway(false);
    begin(browser, "#/");
    click(browser, "a[href='#/errors']");
    click(browser, "tbody [data-key=retry]");
    browser.await("document.querySelector('dialog .counted').textContent.startsWith('3 tasks')");
    click(browser, "dialog button[type=submit]");
    took("retry what failed for one cause", 3);
    browser.await("document.querySelector('.result')?.textContent.includes('3 done')");
    took("see whether it helped", 3);
  }

  @Test
  void oneKeyIsPaused(Browser browser) {
    begin(browser, "#/");
    click(browser, "a[href='#/types']");
    click(browser, ".heading button");
    browser.await("document.querySelector('dialog [name=key]')");
    browser.run("document.querySelector('dialog [name=key]').value = 'PARTNER-7'");
    browser.run("document.querySelector('dialog [name=reason]').value = 'they asked us to'");
    click(browser, "dialog button[type=submit]");
    browser.await("document.querySelector('.is-paused')?.textContent.includes('PARTNER-7')");
    took("stop one key", 3);
  }

  @Test
  void oneTaskIsRunNow(Browser browser) {
    UUID id = service.add(TaskRequest.of(TaskType.of(Service.PAY)).runIn(Duration.ofHours(8)));
    begin(browser, "#/");
    search(browser, id.toString());
    click(browser, ".actions [data-key=reschedule]");
    click(browser, "dialog button[type=submit]");
    browser.await("document.querySelector('.task-head .badge.is-done')");
    took("run one now", 2);
    assertThat(service.status(id)).isEqualTo(Status.DONE);
  }

  @Test
  void batchLeadsToTheTaskThatBlocksIt(Browser browser) {
    List<UUID> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(service.add(TaskRequest.of(TaskType.of(Service.PAY))));
    }
    all.forEach(id -> service.awaitStatus(id, Status.DONE));
    UUID bad = service.addFailing("no such account");
    all.add(bad);
    UUID last =
        service.add(
            TaskRequest.of(TaskType.of(Service.PAY))
                .waitForDone(List.of(all.toArray(UUID[]::new))));
    begin(browser, "#/tasks/" + last);
    browser.await(
        "document.querySelector('.related')?.textContent.includes('5 of 6 done, 1 failing')");
    assertThat(browser.run("return document.querySelectorAll('.graph rect').length").intValue())
        .isGreaterThan(3);
    assertThat(Dashboard.inaccessible(browser)).isEmpty();
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    browser.screen(360, 740);
    assertThat(Dashboard.widerThanTheScreen(browser)).isEmpty();
    click(browser, ".related a[href='#/tasks/" + bad + "']");
    browser.await("document.querySelector('.why')?.textContent.includes('no such account')");
    browser.await("document.querySelector('.related')?.textContent.includes('Followed by')");
    took("follow a batch to what holds it up", 1);
  }

  @Test
  void errorCausesAreShownAndOneIsMuted(Browser browser) {
    for (int i = 0; i < 3; i++) {
      service.addFailing("bank-" + i + " is away");
    }
    begin(browser, "#/");
    click(browser, "a[href='#/errors']");
    browser.await("document.querySelector('tbody tr').textContent.includes('# is away')");
    browser.await("document.querySelector('tbody .number').textContent === '3'");
    took("see what the errors have in common", 1);
    click(browser, "tbody [data-key=mute]");
    click(browser, "dialog button[type=submit]");
    browser.await("document.querySelector('tbody tr').textContent.includes('Muted until')");
    took("hear no more of one cause", 3);
  }

  @Test
  void failuresSinceTheDeployRunAgain(Browser browser) {
    AtomicBoolean mended = new AtomicBoolean();
    TaskDefinition<?, ?> book =
        RawDefinition.of(
            "BOOK", attempt -> mended.get() ? Outcome.done() : Outcome.failed("no such column"));
    try (Service here = Service.start("payout-2", book)) {
      UUID id = here.add(TaskRequest.of(TaskType.of("BOOK")));
      here.awaitStatus(id, Status.FAILED);
      mended.set(true);
      begin(browser, here, "#/");
      click(browser, "a[href='#/tasks']");
      click(browser, ".chip.is-failed input");
      browser.await("location.hash === '#/tasks?status=FAILED' && " + Dashboard.SHOWN);
      click(browser, ".more summary");
      browser.run(
          "const from = document.querySelector('[name=finishedFrom]');"
              + " from.value = '2026-01-01T00:00';"
              + " from.dispatchEvent(new Event('change', { bubbles: true }))");
      browser.await("location.hash.includes('finishedFrom=') && " + Dashboard.SHOWN);
      click(browser, ".bar [data-key=run-again]");
      browser.await("document.querySelector('dialog .counted').textContent.startsWith('1 task ')");
      click(browser, "dialog button[type=submit]");
      here.awaitStatus(id, Status.DONE);
      took("retry what failed since the deploy", 5);
    } catch (SQLException | IOException broken) {
      throw new AssertionError(broken);
    }
  }

  @Test
  void overviewShowsWhenBacklogIsDrained(Browser browser) {
    service.baton.cluster().pause(Pause.type(Service.PAY), "they are away");
    for (int i = 0; i < Backlog.MIN_READY; i++) {
      service.add(TaskRequest.of(TaskType.of(Service.PAY)));
    }
    begin(browser, "#/");
    browser.await(
        "document.querySelector('[data-key=backlog] tbody')?.textContent.includes('not draining')");
    took("know when a backlog is drained", 0);
    assertThat(browser.run(HEADINGS).stringValue())
        .as("problems first, then running work, then numbers")
        .matches("\\w+ things? needs? attention, Backlog, Running now, .*Throughput.*Nodes.*");
  }

  private void begin(Browser browser, String hash) {
    begin(browser, service, hash);
  }

  private void begin(Browser browser, Service service, String hash) {
    browser.screen(1280, 900);
    browser.open(service.url() + hash);
    browser.await(Dashboard.SHOWN);
    clicks = 0;
    begin = System.nanoTime();
  }

  private static void search(Browser browser, String words) {
    browser.press("/");
    browser.type(words);
    browser.press(Keys.ENTER);
  }

  private void click(Browser browser, String what) {
    String found = "document.querySelector(\"" + what + "\")";
    browser.await(found);
    browser.run(found + ".click()");
    clicks++;
  }

  private void took(String what, int expected) {
    LOG.info(
        "{}: {} clicks, {} ms of the page", what, clicks, (System.nanoTime() - begin) / 1_000_000);
    assertThat(clicks).as(what).isEqualTo(expected);
  }
}
