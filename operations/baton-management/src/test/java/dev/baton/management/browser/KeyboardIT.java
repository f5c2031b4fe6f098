package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.task.Status;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests errors, limits, chains and turns with the keyboard only, in both themes and on a phone. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class KeyboardIT {
  /** More Tab presses than any view here needs to reach an element. */
  private static final int MAX_TABS = 60;

  private static final String FAIR = "RENDER_REPORT";
  private static final String FOCUSED =
      "const e = document.activeElement; return e.getAttribute('aria-label') ?? e.textContent";

  private final CountDownLatch ended = new CountDownLatch(1);
  private Service service;

  @BeforeEach
  void start(Browser browser) throws Exception {
    service =
        Service.start(
            "payout-1",
            RawDefinition.of(
                    FAIR,
                    attempt -> {
                      ended.await();
                      return Outcome.done();
                    })
                .fair()
                .limits(Limit.node(1)));
    browser.screen(1280, 900);
  }

  @AfterEach
  void stop(Browser browser) {
    ended.countDown();
    service.close();
    browser.screen(1280, 900);
  }

  @Test
  void errorsOfOneCauseAreRetriedByKeyboard(Browser browser) {
    UUID id = service.addFailing("bank-7 is away");
    service.partnerIsAway(false);
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    browser.press("g", "e");
    browser.await("location.hash === '#/errors' && " + Dashboard.SHOWN);
    tabTo(browser, "Retry");
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('dialog .counted')?.textContent.startsWith('1 task')");
    looksRight(browser);
    browser.press(Keys.ESCAPE);
    browser.await("!document.querySelector('dialog')");
    assertThat(focused(browser)).isEqualTo("Retry");
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('dialog .counted')?.textContent.startsWith('1 task')");
    tabTo(browser, "Retry");
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('.result')?.textContent.includes('1 done')");
    assertThat(service.status(id)).isEqualTo(Status.DONE);
  }

  @Test
  void overrideIsSetAndReset(Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    browser.press("g", "l");
    browser.await("document.querySelector('main').textContent.includes('Set at run time')");
    tabTo(browser, "Set slots of the cluster limit partner-sessions");
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('dialog[open]')");
    looksRight(browser);
    browser.type("2");
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('main').textContent.includes('2 by anna')");
    looksRight(browser);
    tabTo(browser, "Reset slots of the cluster limit partner-sessions");
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('dialog[open]')");
    browser.press(Keys.ENTER);
    browser.await("!document.querySelector('main').textContent.includes('2 by anna')");
  }

  @Test
  void taskLeadsToTheTaskThatItWaitsFor(Browser browser) {
    UUID bad = service.addFailing("no such account");
    UUID last = service.add(TaskRequest.of(TaskType.of(Service.PAY)).waitForDone(List.of(bad)));
    browser.open(service.url() + "#/tasks/" + last);
    browser.await("document.querySelector('.related a')");
    looksRight(browser);
    browser.press(Keys.TAB, Keys.ENTER);
    String target = "document.activeElement.getAttribute('href') === '#/tasks/" + bad + "'";
    for (int i = 0; i < MAX_TABS && !browser.run("return " + target).booleanValue(); i++) {
      browser.press(Keys.TAB);
    }
    browser.press(Keys.ENTER);
    browser.await("location.hash === '#/tasks/" + bad + "' && document.querySelector('.related')");
  }

  @Test
  void waitForTurnIsExplained(Browser browser) {
    UUID running = service.add(TaskRequest.of(TaskType.of(Service.SLOW).ordered()).key("K"));
    service.awaitProgress(running);
    UUID ordered = service.add(TaskRequest.of(TaskType.of(Service.SLOW).ordered()).key("K"));
    browser.open(service.url() + "#/tasks/" + ordered);
    browser.await("document.querySelector('.why')?.textContent.includes('1 other task to end')");
    looksRight(browser);

    UUID latest = null;
    for (int i = 0; i < 6; i++) {
      latest = service.add(TaskRequest.of(TaskType.of(FAIR)).key("tenant-" + i % 3));
    }
    browser.open(service.url() + "#/tasks/" + latest);
    browser.await("document.querySelector('.why')?.textContent.includes('turn')");
    looksRight(browser);
  }

  private static void tabTo(Browser browser, String name) {
    if (!browser.run("return Boolean(document.querySelector('dialog[open]'))").booleanValue()) {
      // The first link leads to the content.
      browser.run("document.getElementById('main').focus()");
    }
    for (int i = 0; i < MAX_TABS && !focused(browser).equals(name); i++) {
      browser.press(Keys.TAB);
    }
    assertThat(focused(browser)).isEqualTo(name);
  }

  private static String focused(Browser browser) {
    return browser.run(FOCUSED).stringValue();
  }

  /** Includes the dialog if one is open. */
  private static void looksRight(Browser browser) {
    assertThat(Dashboard.inaccessible(browser)).isEmpty();
    for (String scheme : new String[] {"dark", "light"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    browser.screen(360, 740);
    assertThat(Dashboard.widerThanTheScreen(browser)).isEmpty();
    browser.screen(1280, 900);
  }
}
