package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Tests what a browser requests until it shows the overview. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class FirstPaintIT {
  private static final int MAX_REQUESTS = 10;

  private static final String ASKED =
      "return [...performance.getEntriesByType('navigation'),"
          + " ...performance.getEntriesByType('resource')].map((one) =>"
          + " ({ path: new URL(one.name).pathname, bytes: one.transferSize,"
          + " size: one.decodedBodySize, from: Math.round(one.requestStart),"
          + " to: Math.round(one.responseEnd) }))";

  private static final String PAINTED =
      "return Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime)";

  private static Service service;

  /** A request and its response, in milliseconds after the page was opened. */
  private record Asked(String path, int bytes, int size, int from, int to) {}

  @BeforeAll
  static void start() throws Exception {
    service = Service.start();
    service.addFailing("no answer", pay -> pay.key("PARTNER-7"));
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  /** Prints the time without a limit, because other programs may use this machine. */
  @Test
  void overviewNeedsFewRequestsAndLoadsAssetsOnce(Browser browser) {
    List<Asked> first = shown(browser);
    System.out.println("First paint after " + browser.run(PAINTED) + " ms: " + first);
    assertThat(first).hasSizeLessThanOrEqualTo(MAX_REQUESTS);
    assertThat(assets(first)).isNotEmpty().allSatisfy(one -> assertThat(one.bytes()).isPositive());

    browser.open("about:blank");
    List<Asked> second = shown(browser);
    System.out.println("Again after " + browser.run(PAINTED) + " ms: " + second);
    assertThat(assets(second)).isNotEmpty().allSatisfy(one -> assertThat(one.bytes()).isZero());
  }

  private static List<Asked> shown(Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    List<Asked> asked = new ArrayList<>();
    for (JsonNode one : browser.run(ASKED)) {
      asked.add(
          new Asked(
              one.path("path").stringValue(),
              one.path("bytes").intValue(),
              one.path("size").intValue(),
              one.path("from").intValue(),
              one.path("to").intValue()));
    }
    return asked;
  }

  private static List<Asked> assets(List<Asked> asked) {
    return asked.stream().filter(one -> one.path().contains("/assets/")).toList();
  }
}
