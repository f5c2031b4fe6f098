package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.Statement;
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
  void troubleThatTheNodeKnowsItselfIsShownWhileTheDatabaseIsDown(Browser browser)
      throws Exception {
    browser.open(service.url() + "#/");
    browser.await(TROUBLE + "?.textContent.includes('Nothing is wrong')");
    assertThat(browser.run("return document.title").stringValue()).isEqualTo("Overview · Baton");
    try (Connection only = service.database().getConnection();
        Statement statement = only.createStatement()) {
      statement.execute("SET EXCLUSIVE 2");
      browser.await(
          TROUBLE + ".querySelector('.what')?.textContent.startsWith('The database has not')");
      browser.await(
          "/^Not known since [\\d:]{8}: /.test("
              + TROUBLE
              + ".querySelector('.panel-head .badge')?.textContent)");
      assertThat(
              browser.run("return " + TROUBLE + ".querySelector('h2').textContent").stringValue())
          .isEqualTo("One thing needs attention");
      assertThat(browser.run("return document.title").stringValue())
          .as("the number of all troubles isn't known")
          .isEqualTo("(?) Overview · Baton");
      statement.execute("SET EXCLUSIVE FALSE");
    }
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
  void pausedTypeIsResumedFromATaskThatWaits(Browser browser) {
    service.baton.cluster().pause(Pause.type(Service.PAY), "the bank is closed");
    UUID waiting = service.add(TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("{}")));
    browser.open(service.url() + "#/tasks/" + waiting);
    browser.await("document.querySelector('.why')?.textContent.includes('the bank is closed')");
    browser.run("document.querySelector('.why [data-key=resume]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    service.awaitStatus(waiting, Status.DONE);
    assertThat(service.baton.cluster().pauses()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void lineOfHeldTasksLeadsToExactlyThem(Browser browser) {
    TaskType<Bytes, Void> pay = TaskType.of(Service.PAY, Bytes.class);
    service.add(pay.with(Bytes.of("{}")).onHold());
    UUID held = service.add(pay.with(Bytes.of("{}")).onHold());
    UUID last = service.add(pay.with(Bytes.of("{}")).waitForDone(List.of(held)));
    browser.open(service.url() + "#/");
    browser.await(TROUBLE + "?.textContent.includes('1 task waits behind it')");
    browser.run(TROUBLE + ".querySelector('a.does').click()");
    browser.await("document.querySelectorAll('tbody tr').length === 1");
    browser.run("document.querySelector('[data-key=bulk] [data-key=release]').click()");
    browser.await(
        "document.querySelector('dialog .counted')?.textContent === '1 task will be released.'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    service.awaitStatus(last, Status.DONE);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void acknowledgedProblemIsNotCountedUntilItIsWithdrawn(Browser browser) {
    service.addFailing("no such account");
    browser.open(service.url() + "#/");
    browser.await("document.title === '(1) Overview · Baton'");
    press(browser, "Acknowledge", "Acknowledged by anna@acme.example since ");
    browser.await("document.title === 'Overview · Baton'");
    press(browser, "Withdraw", "Acknowledge");
    browser.await("document.title === '(1) Overview · Baton'");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Presses a button of the only line and of its dialog. Then the line has these words. */
  private static void press(Browser browser, String label, String words) {
    String button = TROUBLE + ".querySelector('[data-key=seen]')";
    browser.await(button + "?.textContent === '" + label + "'");
    browser.run(button + ".click()");
    browser.await("document.querySelector('dialog button[type=submit]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await(TROUBLE + ".textContent.includes('" + words + "')");
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
