package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.operate.IdPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests what helps an operator: short ids, the tab's title, the keys, causes and actions. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class OperatorIT {
  private static final String HASH = "return location.hash";

  private static Service service;

  @BeforeAll
  static void start() throws Exception {
    service = Service.start();
    for (int i = 0; i < 4; i++) {
      service.addFailing("no route to bank " + i, pay -> pay.label("partner", "NORTHBANK"));
    }
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  @AfterEach
  void nothingIsComplainedAbout(Browser browser) {
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void shortIdOfAListIsFound(Browser browser) {
    UUID id = service.add(TaskRequest.of(TaskType.of(Service.PAY)).onHold());
    browser.open(service.url() + "#/tasks?status=BLOCKED");
    browser.await(Dashboard.SHOWN);
    String shown = IdPrefix.shortForm(id);
    assertThat(
            browser.run("return document.querySelector('tbody .mono').textContent").stringValue())
        .isEqualTo(shown);
    find(browser, shown);
    browser.await("location.hash === '#/tasks/" + id + "'");
    for (String last : List.of("1", "2")) {
      UUID chosen = UUID.fromString("0189aaaa-0000-7000-8000-00000000000" + last);
      service.add(TaskRequest.of(TaskType.of(Service.PAY)).id(chosen).onHold());
    }
    find(browser, "0189AAAA");
    browser.await("location.hash === '#/tasks?idPrefix=0189aaaa'");
    browser.await("document.querySelectorAll('tbody tr').length === 2");
  }

  @Test
  void searchThatFindsNotAllIdsSaysSo(Browser browser) {
    List<TaskRequest<?, ?>> all = new ArrayList<>();
    for (int i = 0; i <= 1_000; i++) {
      UUID id = UUID.fromString("0189bbbb-0000-7000-8000-%012x".formatted(i));
      all.add(TaskRequest.of(TaskType.of(Service.PAY)).id(id).onHold());
    }
    service.baton.tasks().addAll(all);
    find(browser, "0189bbbb");
    browser.await("document.body.textContent.includes('more than 1,000 ids begin with this')");
  }

  private static void find(Browser browser, String text) {
    browser.run("document.querySelector('#q').value = '" + text + "'");
    browser.run("document.querySelector('#search').requestSubmit()");
  }

  @Test
  void overviewShowsCausesAndTheTitleCountsTroubles(Browser browser) {
    browser.open(service.url());
    browser.await("document.querySelector('.panel.brief table')?.textContent.includes('no route')");
    browser.await("document.body.textContent.includes('all partner=NORTHBANK')");
    browser.await("/^\\(\\d+\\) Overview/.test(document.title)");
    browser.run("location.hash = '#/tasks'");
    browser.await("/^\\(\\d+\\) Tasks/.test(document.title)");
    browser.run("location.hash = '#/types/" + Service.PAY + "'");
    browser.await("document.body.textContent.includes('all partner=NORTHBANK')");
  }

  @Test
  void questionMarkShowsTheKeys(Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))");
    browser.await("document.querySelector('dialog')?.textContent.includes('Next or previous row')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("!document.querySelector('dialog')");
  }

  @Test
  void searchIsSavedAsCsvWithoutFormulas(Browser browser) {
    service.add(TaskRequest.of(TaskType.of(Service.PAY)).onHold().key("=1+1"));
    browser.open(service.url() + "#/tasks?key=%3D1%2B1");
    browser.await("document.querySelector('[data-key=csv]')");
    browser.run(
        "window.saved = []; const create = URL.createObjectURL;"
            + " URL.createObjectURL = (blob) => { blob.text().then((t) => window.saved.push(t));"
            + " return create(blob); }");
    browser.run("document.querySelector('[data-key=csv]').click()");
    browser.await("window.saved?.length === 1");
    String saved = browser.run("return window.saved[0]").stringValue();
    assertThat(saved).startsWith("id,status,type,").contains("\"'=1+1\"");
    assertThat(saved.lines()).hasSize(2);
  }

  @Test
  void actionsStayInSightOnANarrowScreen(Browser browser) {
    for (int width : List.of(1280, 853)) {
      browser.screen(width, 900);
      for (String view : List.of("#/errors", "#/types", "#/limits")) {
        browser.open(service.url() + view);
        browser.await(Dashboard.SHOWN);
        browser.await("document.querySelector('main h1')");
        assertThat(
                browser
                    .run(
                        "return [...document.querySelectorAll('td.end button')].filter((b) =>"
                            + " b.checkVisibility() && b.getBoundingClientRect().right >"
                            + " innerWidth).length")
                    .intValue())
            .as("%s at %d", view, width)
            .isZero();
      }
    }
  }

  @Test
  void failedTasksCanBeRunAgain(Browser browser) {
    UUID id = service.addFailing("closed for good");
    browser.open(service.url() + "#/errors");
    String row =
        "[...document.querySelectorAll('tbody tr')].find((r) => r.textContent.includes('closed for"
            + " good'))";
    browser.await(row);
    browser.run(row + ".querySelector('[data-key=fail]').click()");
    browser.await("document.querySelector('dialog .counted')?.textContent.startsWith('1 task')");
    browser.run("document.querySelector('#ask-reason').value = 'by mistake'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('[data-key=again]')");
    service.partnerIsAway(false);
    browser.run("document.querySelector('[data-key=again]').click()");
    browser.await("document.querySelector('dialog .counted')?.textContent.startsWith('1 task')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    service.awaitStatus(id, dev.baton.task.Status.DONE);
    assertThat(browser.run(HASH).stringValue()).isEqualTo("#/errors");
  }
}
