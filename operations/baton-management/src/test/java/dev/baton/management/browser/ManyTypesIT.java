package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.TypeRoutesTest;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests a type for each of many tenants. The page stays small, and every type can be found. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class ManyTypesIT {
  private static final int MANY = 50_000;

  private static Service service;

  @BeforeAll
  static void start() throws Exception {
    service = Service.start();
    try (Connection connection = service.database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TypeRoutesTest.manyTypes(MANY));
    }
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

  @Test
  void busiestTypesAreListedAndFilterFindsEveryType(Browser browser) {
    browser.open(service.url() + "#/types");
    browser.await(Dashboard.SHOWN);
    assertThat(browser.run("return document.querySelectorAll('main tr').length").intValue())
        .isLessThan(120);
    assertThat(others(browser)).matches("[\\d,]+ others or more");
    assertThat(Dashboard.inaccessible(browser)).isEmpty();
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      assertThat(Dashboard.paleTexts(browser)).as(scheme).isEmpty();
    }
    browser.screen(360, 740);
    assertThat(Dashboard.widerThanTheScreen(browser)).isEmpty();
    browser.run("document.querySelector('[name=contains]').value = 'ute_pay'");
    browser.run("document.querySelector('form.filter').requestSubmit()");
    browser.await("location.hash === '#/types?contains=ute_pay' && " + Dashboard.SHOWN);
    browser.await("document.querySelector('main tbody td').textContent === 'EXECUTE_PAYOUT'");
    browser.run("document.querySelector('[data-key=clear]').click()");
    browser.await("location.hash === '#/types' && " + Dashboard.SHOWN);
  }

  private static String others(Browser browser) {
    String last = "document.querySelector('[data-key=types] tbody tr:last-child td')";
    browser.await(last);
    return browser.run("return " + last + ".textContent").stringValue();
  }
}
