package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.Bytes;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the first line of the overview: what is wrong, since when, and what mends it. */
@ExtendWith(SharedBrowser.class)
class VerdictIT {
  private static final String TROUBLE = "document.querySelector('[data-key=trouble]')";

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
  void nothingIsWrongOnlyWhileTheDataIsFresh(Browser browser) throws Exception {
    browser.open(service.url() + "#/");
    browser.await(TROUBLE + "?.textContent.includes('Nothing is wrong')");
    int port = service.vanish();
    browser.await(TROUBLE + "?.textContent.includes('Not known since ')");
    assertThat(browser.run("return " + TROUBLE + ".textContent").stringValue())
        .matches("Not known since \\d\\d:\\d\\d:\\d\\d: the server can’t be reached");
    service.serve(port);
    browser.run("dispatchEvent(new Event('online'))");
    browser.await(TROUBLE + "?.textContent.includes('Nothing is wrong')");
    browser.complaints(); // The browser records each error response.
  }

  @Test
  void pausedTypeIsResumedFromItsLine(Browser browser) {
    service.baton.cluster().pause(Pause.type(Service.PAY), "the bank is closed");
    browser.open(service.url() + "#/");
    browser.await(TROUBLE + "?.textContent.includes('the bank is closed')");
    browser.run(TROUBLE + ".querySelector('[data-key=does]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await(TROUBLE + "?.textContent.includes('Nothing is wrong')");
    assertThat(service.baton.cluster().pauses()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void tasksBehindOneInErrorAreCountedInTheLineTheTaskAndTheDialog(Browser browser) {
    UUID failed = service.addFailing("no such account", pay -> pay.key("ACCT-17"));
    UUID last = failed;
    for (int i = 0; i < 3; i++) {
      last =
          service.add(
              TaskType.of(Service.PAY, Bytes.class)
                  .with(Bytes.of("{}"))
                  .waitForDone(List.of(last)));
    }
    browser.open(service.url() + "#/");
    browser.await(TROUBLE + "?.textContent.includes('3 tasks of key ACCT-17 wait behind it')");
    browser.open(service.url() + "#/tasks/" + last);
    browser.await("document.querySelector('.why')?.textContent.includes('The first task in its')");
    assertThat(browser.run("return document.querySelector('[data-key=release]')").isNull())
        .as("a task that isn't held can't be released")
        .isTrue();
    browser.run("document.querySelector('.why a[title=\"" + failed + "\"]').click()");
    browser.await("document.querySelector('.why')?.textContent.includes('3 tasks wait behind it')");
    browser.run("document.querySelector('[data-key=fail]').click()");
    browser.await(
        "document.querySelector('dialog[open]')?.textContent"
            + ".includes('3 tasks wait behind it. Those that need it to be done are cancelled.')");
    assertThat(browser.complaints()).isEmpty();
  }
}
