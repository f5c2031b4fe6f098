package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that numbers are shown as lower bounds if there are too many live tasks to count. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class LowerBoundsIT {
  private static Service service;

  @BeforeAll
  static void start() throws Exception {
    service = Service.thatCannotCount();
    for (int i = 0; i < 9; i++) {
      service.addFailing("no answer");
    }
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "#/, .troubles li, at least 9 tasks of type EXECUTE_PAYOUT in ERROR",
    "#/, .numbers li.is-bad, at least 9",
    "#/, .panel-head a[href='#/tasks?status=ERROR'], At least 9",
    "#/tasks, .chip.is-error, at least 9",
    "#/types, .heading, the real numbers may be higher",
    "#/types/EXECUTE_PAYOUT, .heading, the real numbers may be higher",
    "#/types/EXECUTE_PAYOUT, .numbers li.is-bad, at least 9",
  })
  void countIsShownAsLowerBound(String hash, String place, String words, Browser browser) {
    browser.open(service.url() + hash);
    browser.await(Dashboard.SHOWN);
    String told = "[...document.querySelectorAll(\"" + place + "\")].map((e) => e.textContent)";
    browser.await(told + ".some((words) => words.includes('" + words + "'))");
    assertThat(Dashboard.inaccessible(browser)).isEmpty();
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    browser.screen(360, 740);
    assertThat(Dashboard.widerThanTheScreen(browser)).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }
}
