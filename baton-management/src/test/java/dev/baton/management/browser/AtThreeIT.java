package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator does at night, with as many clicks as docs/at-3-am.md says. */
@ExtendWith(SharedBrowser.class)
class AtThreeIT {
  private static final Logger LOG = LoggerFactory.getLogger(AtThreeIT.class);

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
  void allOfAPartnerAreFoundBySearchingForItsLabel(Browser browser) {
    service.add(TaskRequest.of(Service.PAY).label("partner", "acme").held());
    service.add(TaskRequest.of(Service.PAY).label("partner", "umbrella").held());
    begin(browser, "#/");
    search(browser, "partner=acme");
    browser.await("document.querySelectorAll('tbody tr').length === 1");
    took("find all of a partner", 0);
  }

  @Test
  void whatFailedForOneCauseIsRetriedAndOneSeesWhetherItHelped(Browser browser) {
    for (int i = 0; i < 3; i++) {
      service.addFailing(TaskRequest.of(Service.PAY), "bank-" + i + " is away");
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
  void oneKeyIsStopped(Browser browser) {
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
    UUID id = service.add(TaskRequest.of(Service.PAY).runAfter(Duration.ofHours(8)));
    begin(browser, "#/");
    search(browser, id.toString());
    click(browser, ".actions [data-key=reschedule]");
    click(browser, "dialog button[type=submit]");
    browser.await("document.querySelector('.task-head .badge.is-done')");
    took("run one now", 2);
    assertThat(service.status(id)).isEqualTo(Status.DONE);
  }

  @Test
  void aBatchIsFollowedToTheTaskThatHoldsItUp(Browser browser) {
    List<UUID> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(service.add(TaskRequest.of(Service.PAY)));
    }
    all.forEach(id -> service.awaitStatus(id, Status.DONE));
    UUID bad = service.addFailing(TaskRequest.of(Service.PAY), "no such account");
    all.add(bad);
    UUID last = service.add(TaskRequest.of(Service.PAY).after(all.toArray(UUID[]::new)));
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
    browser.await("document.querySelector('.related')?.textContent.includes('Then')");
    took("follow a batch to what holds it up", 1);
  }

  private void begin(Browser browser, String hash) {
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
