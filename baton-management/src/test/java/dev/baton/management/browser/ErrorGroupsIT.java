package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is done with all errors of one cause: counted first, and told when it is done. */
@ExtendWith(SharedBrowser.class)
class ErrorGroupsIT {
  private Service service;

  @BeforeEach
  void start() throws Exception {
    service = Service.start();
  }

  @AfterEach
  void stop(Browser browser) {
    service.close();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void thoseInErrorAreFailedWithAReason(Browser browser) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(service.addFailing(TaskRequest.of(Service.PAY), "account " + i + " is closed"));
    }
    UUID other = service.addFailing(TaskRequest.of(Service.PAY), "no answer");
    String row = row(browser, "account # is closed");
    browser.run(row + ".querySelector('[data-key=fail]').click()");
    counted(browser, "3 tasks will be failed.");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('#ask-reason-hint').textContent === 'This is needed'");
    browser.run("document.querySelector('#ask-reason').value = 'they left us'");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.result p')?.textContent === '3 failed.'");
    assertThat(browser.run("return document.querySelectorAll('.result .badge').length").intValue())
        .as("nothing more becomes of them")
        .isZero();
    assertThat(ids).allSatisfy(id -> assertThat(service.status(id)).isEqualTo(Status.FAILED));
    assertThat(service.status(other)).isEqualTo(Status.ERROR);
  }

  private String row(Browser browser, String words) {
    browser.open(service.url() + "#/errors");
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
