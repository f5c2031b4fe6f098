package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.management.access.Right;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.Bytes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests every view by its address: its content, its use by keyboard and its use by screen reader.
 */
@ExtendWith(SharedBrowser.class)
class ViewsIT {
  private static final String CONTROLS =
      "[...document.querySelectorAll('a[href], button, input, select, textarea, summary,"
          + " [tabindex=\"0\"]')].filter((one) => one.checkVisibility() && !one.disabled)";

  private static Service service;
  private static UUID inError;

  @BeforeAll
  static void start() throws Exception {
    service = Service.start();
    inError = service.addFailing("no answer", pay -> pay.key("PARTNER-7"));
    service.partnerIsAway(false);
    service.add(TaskRequest.of(TaskType.of(Service.SLOW)).key("PARTNER-3"));
    service.add(TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("x")).onHold());
    service.add(TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("x")));
    service.schedule("close-day");
    service.baton.cluster().pause(Pause.key("PARTNER-9"), "they asked us to");
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  @AfterEach
  void nothingComplained(Browser browser) {
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "#/, Overview, EXECUTE_PAYOUT",
    "#/tasks, Tasks, PARTNER-7",
    "#/tasks?status=ERROR&type=EXECUTE_PAYOUT, Tasks, PARTNER-7",
    "#/errors, Errors by cause, no answer",
    "#/tasks?retrying=true&attempts=2, Tasks, No task matches",
    "#/tasks/ID, ID, Attempt 1 failed on payout-1",
    "#/types, Types and buckets, they asked us to",
    "#/types/EXECUTE_PAYOUT, EXECUTE_PAYOUT, Tasks per minute",
    "#/schedules, Schedules, close-day",
    "#/schedules/close-day, close-day, EXECUTE_PAYOUT",
    "#/nodes, Nodes, payout-1",
    "#/limits, Limits, partner-sessions",
    "#/audit, Audit, Who",
  })
  void eachViewHasAnAddressAndIsAccessible(
      String hash, String title, String says, Browser browser) {
    String address = hash.replace("ID", inError.toString());
    browser.open(service.url() + address);
    browser.await(Dashboard.SHOWN);
    browser.await("document.querySelector('main').textContent.includes('" + says + "')");

    assertThat(browser.run("return document.querySelector('h1').textContent").stringValue())
        .contains(title.replace("ID", inError.toString()));
    assertThat(browser.run("return document.title").stringValue()).endsWith("Baton");
    assertThat(Dashboard.notices(browser)).isEmpty();
    assertThat(Dashboard.inaccessible(browser)).isEmpty();
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    browser.screen(360, 740);
    assertThat(Dashboard.widerThanTheScreen(browser)).isEmpty();
  }

  /** The Tab key reaches and leaves everything that can be clicked, and the focus is visible. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "#/",
        "#/tasks",
        "#/errors",
        "#/tasks/ID",
        "#/types",
        "#/types/EXECUTE_PAYOUT",
        "#/schedules",
        "#/schedules/close-day",
        "#/nodes",
        "#/limits",
        "#/audit"
      })
  @Tag("deep")
  void everyViewIsUsableWithTheTabKey(String hash, Browser browser) {
    browser.open(service.url() + hash.replace("ID", inError.toString()));
    browser.await(Dashboard.SHOWN);
    int controls = browser.run("return " + CONTROLS + ".length").intValue();
    assertThat(controls).isGreaterThan(10);
    browser.run(
        "window.reached = new Set(); window.unseen = [];"
            + " addEventListener('focusin', ({ target }) => { window.reached.add(target);"
            + " const style = getComputedStyle(target);"
            + " if (style.outlineStyle === 'none' && style.boxShadow === 'none')"
            + " window.unseen.push(target.outerHTML.slice(0, 200)); })");
    browser.press(Collections.nCopies(controls + 15, Keys.TAB).toArray(String[]::new));
    assertThat(
            browser.run(
                "return "
                    + CONTROLS
                    + ".filter((one) => !window.reached.has(one))"
                    + ".map((one) => one.outerHTML.slice(0, 200))"))
        .isEmpty();
    assertThat(browser.run("return window.unseen")).isEmpty();
  }

  @Test
  void attemptsShowDurationsAndRunningTasksTheirStart(Browser browser) {
    browser.open(service.url() + "#/tasks/" + inError);
    browser.await(
        "/Attempt 1 failed on payout-1 after [\\d.]+ m?s/"
            + ".test(document.querySelector('.timeline').textContent)");
    browser.open(service.url());
    browser.await(
        "[...document.querySelectorAll('caption')].find((one) => one.textContent === 'Running"
            + " tasks').closest('table').querySelector('tbody time')");
  }

  @Test
  void chosenThemeIsKept(Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    String background = "return getComputedStyle(document.body).backgroundColor";
    String light = browser.run(background).stringValue();
    browser.run("document.getElementById('theme').click()");
    browser.run("document.getElementById('theme').click()");
    String dark = browser.run(background).stringValue();
    assertThat(dark).isNotEqualTo(light);
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    assertThat(browser.run(background).stringValue()).isEqualTo(dark);
    browser.run("document.getElementById('theme').click()");
    assertThat(browser.run(background).stringValue()).isEqualTo(light);
  }

  @Test
  void chartsShowTheChosenRangeInLocalTimeOrUtc(Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    for (String minutes : new String[] {"360", "1440", "10080"}) {
      browser.run(
          "performance.clearResourceTimings();"
              + " const range = document.querySelector('[data-key=range] select'); range.value = '"
              + minutes
              + "'; range.dispatchEvent(new Event('change'))");
      browser.await(
          "performance.getEntriesByType('resource').some((one) => one.name.includes('minutes="
              + minutes
              + "'))");
    }
    browser.await("/\\d\\d-\\d\\d /.test(document.querySelector('.times').textContent)");

    browser.timeZone("Asia/Tokyo");
    browser.open(service.url() + "#/tasks/" + inError);
    browser.await(Dashboard.SHOWN);
    String isUtc =
        "(() => { const time = document.querySelector('main time');"
            + " return time.textContent.includes(time.dateTime.slice(11, 19)); })()";
    assertThat(browser.run("return " + isUtc).booleanValue()).isFalse();
    browser.run("document.getElementById('zone').click()");
    browser.await(isUtc);
    assertThat(browser.run("return document.getElementById('zone').textContent").stringValue())
        .isEqualTo("Times: UTC");
    browser.timeZone("");
    browser.run("localStorage.clear()");
  }

  @Test
  void timeIsEnteredInTheShownZone(Browser browser) {
    browser.timeZone("Asia/Tokyo");
    browser.open(service.url() + "#/tasks?createdFrom=2026-01-01T00:00:00.000Z");
    browser.await(Dashboard.SHOWN);
    String field = "document.querySelector('[name=createdFrom]')";
    assertThat(browser.run("return " + field + ".value").stringValue())
        .startsWith("2026-01-01T09:00");
    browser.run("document.getElementById('zone').click()");
    browser.await(field + ".value.startsWith('2026-01-01T00:00')");
    browser.run(
        field
            + ".value = '2026-01-02T03:00:00'; "
            + field
            + ".dispatchEvent(new Event('change', { bubbles: true }))");
    browser.await("decodeURIComponent(location.hash).includes('2026-01-02T03:00:00.000Z')");

    browser.open(service.url() + "#/tasks/" + inError);
    browser.await("document.querySelector('[data-key=reschedule]')");
    browser.run("document.querySelector('[data-key=reschedule]').click()");
    browser.await("document.getElementById('ask-runAt-hint')?.textContent === 'In UTC.'");
    browser.press(Keys.ESCAPE);
    browser.timeZone("");
    browser.run("localStorage.clear()");
  }

  @Test
  void timesInTheAddressStayWhenTheAuditIsFiltered(Browser browser) {
    browser.open(service.url() + "#/audit?from=2026-01-01T00:00:00Z");
    browser.await(Dashboard.SHOWN);
    browser.run("document.querySelector('[name=actor]').value = 'anna'");
    browser.run("document.querySelector('form.filter').requestSubmit()");
    browser.await("location.hash.includes('actor=anna') && " + Dashboard.SHOWN);
    assertThat(browser.run("return decodeURIComponent(location.hash)").stringValue())
        .contains("from=2026-01-01T00:00:00Z");
  }

  @Test
  @Tag("deep")
  void keyboardIsEnough(Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    browser.press("/");
    browser.type(inError.toString());
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('.task-head')");

    browser.press("g", "t");
    browser.await("location.hash === '#/tasks' && " + Dashboard.SHOWN);
    browser.await("document.querySelectorAll('tbody tr').length > 2");
    browser.press("j", "j");
    assertThat(focused(browser)).startsWith("Select ");
    browser.press("x");
    browser.await("document.querySelector('.bar.is-on')");

    browser.open(service.url() + "#/tasks/" + inError);
    browser.await("document.querySelector('[data-key=retry]')");
    browser.press(Keys.TAB, Keys.ENTER);
    browser.await("document.activeElement === document.getElementById('main')");
    for (int tabs = 0; tabs < 12 && !focused(browser).equals("Hold"); tabs++) {
      browser.press(Keys.TAB);
    }
    browser.press(Keys.ENTER);
    browser.await("document.querySelector('dialog[open]')");
    browser.press(Keys.ESCAPE);
    browser.await("!document.querySelector('dialog')");
    assertThat(focused(browser)).isEqualTo("Hold");
  }

  @Test
  @Tag("deep")
  void abandonedSearchIsNotRepeatedAndSuggestsNarrowerOnes(Browser browser) {
    String givenUp = "#/tasks?key=" + Service.TOO_MANY;
    browser.open(service.url() + givenUp);
    browser.await("document.querySelector('.notice') && " + Dashboard.SHOWN);
    // From here on no view has its own timer.
    browser.run(
        "window.timers = 0; const real = setTimeout; window.setTimeout = (work, millis) => {"
            + " if (new Error().stack.includes('#next')) window.timers++;"
            + " return real(work, millis); }");
    browser.run("location.hash = '" + givenUp + "&order=oldest'");
    browser.await(
        "document.querySelector('.notice')?.textContent.includes('Given up. Add a whole type') && "
            + Dashboard.SHOWN);
    assertThat(browser.run("return window.timers").intValue()).as("asked again").isZero();
    assertThat(browser.run("return document.querySelector('[name=key]').value").stringValue())
        .as("the filter can be changed")
        .isEqualTo(Service.TOO_MANY);
    assertThat(Dashboard.inaccessible(browser)).isEmpty();
    assertThat(browser.run("return document.querySelector('.narrower').textContent").stringValue())
        .isEqualTo("Search live tasks only or tasks that ended within the last day.");
    browser.run("document.querySelector('.narrower a').click()");
    browser.await("location.hash.includes('status=ERROR') && " + Dashboard.SHOWN);
    browser.run("document.querySelector('[name=key]').value = 'PARTNER-7'");
    browser.run("document.querySelector('form.filter').requestSubmit()");
    browser.await("document.querySelectorAll('tbody tr').length === 1");
    assertThat(browser.run("return window.timers").intValue()).as("live again").isPositive();
  }

  @Test
  void onlyAllowedActionsAreOffered(Browser browser) {
    service.grants(Right.VIEW);
    try {
      browser.open(service.url() + "#/tasks/" + inError);
      browser.await("document.querySelector('.why')");
      assertThat(
              browser.run("return document.querySelectorAll('.actions button').length").intValue())
          .isZero();
      browser.await("document.querySelector('.content').textContent.includes('VIEW_PAYLOAD')");
      browser.open(service.url() + "#/audit");
      browser.await("document.querySelector('.notice')?.textContent.includes('right')");
      browser.run("window.witness.length = 0");
    } finally {
      service.grants(Right.values());
      browser.complaints();
    }
  }

  @Test
  void lostServerIsReportedAndFoundAgain(Browser browser) throws Exception {
    browser.open(service.url() + "#/tasks");
    browser.await("document.querySelector('#link').textContent.includes('Live')");
    int port = service.vanish();
    browser.await("document.querySelector('#link').textContent.includes('Disconnected since')");
    assertThat(browser.run("return document.querySelectorAll('tbody tr').length").intValue())
        .as("known data stays")
        .isPositive();
    service.serve(port);
    browser.run("dispatchEvent(new Event('online'))");
    browser.await("document.querySelector('#link').textContent.includes('Live')");
    browser.complaints(); // The browser records each refused connection.
  }

  @Test
  void badgeShowsAgeOfDataWhileDatabaseIsDown(Browser browser) throws Exception {
    browser.open(service.url() + "#/");
    browser.await("document.querySelector('#link').textContent.includes('Live')");
    try (Connection only = service.database().getConnection();
        Statement statement = only.createStatement()) {
      statement.execute("SET EXCLUSIVE 2");
      Instant stopped = Instant.now();
      browser.await(
          "/Stale since \\d\\d:\\d\\d:\\d\\d/.test(document.querySelector('#link').textContent)");
      assertThat(Duration.between(stopped, Instant.now())).isLessThan(Duration.ofSeconds(5));
      assertThat(browser.run("return document.querySelectorAll('.numbers li').length").intValue())
          .as("known data stays")
          .isPositive();
      statement.execute("SET EXCLUSIVE FALSE");
    }
    browser.run("dispatchEvent(new Event('online'))");
    browser.await("document.querySelector('#link').textContent.includes('Live')");
    browser.complaints(); // The browser records each error response.
  }

  @Test
  void firstResponseShowsThatThePageLoads() throws Exception {
    HttpRequest first = HttpRequest.newBuilder(URI.create(service.url())).build();
    String page = HttpClient.newHttpClient().send(first, BodyHandlers.ofString()).body();
    assertThat(page).contains("Loading …");
  }

  private static String focused(Browser browser) {
    return browser
        .run(
            "const e = document.activeElement; return e.getAttribute('aria-label') ??"
                + " e.textContent")
        .stringValue();
  }
}
