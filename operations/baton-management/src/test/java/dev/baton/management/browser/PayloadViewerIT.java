package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that large, deep, wide or unusual payloads are shown at once, with numbers as they are
 * written.
 */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class PayloadViewerIT {
  private static final int SIXTEEN_MIB = 16 * 1024 * 1024;

  /**
   * Formats a text several times and returns the fastest time, because other programs use the
   * machine.
   */
  private static final String SET_OUT =
      """
      const [address, beginning, repeated, times, end] = arguments_;
      const { pretty } = await import(address);
      const text = beginning + repeated.repeat(times) + end;
      let millis = Infinity;
      let lines = '';
      for (let i = 0; i < 5; i++) {
        const began = performance.now();
        lines = pretty(text);
        millis = Math.min(millis, performance.now() - began);
      }
      return { millis, length: lines.length, of: text.length, beginning: lines.slice(0, 60) };
      """;

  private static Service service;

  enum Large {
    MANY_OBJECTS("[", "{\"account\":12345,\"amount\":99.90,\"open\":[]},", 4_000, "{}]"),
    DEEP("", "[", 10_000, "]".repeat(10_000)),
    DEEP_OBJECTS("", "{\"a\":", 10_000, "1" + "}".repeat(10_000)),
    WIDE("[", "1,", 100_000, "1]"),
    ONE_STRING("\"", "\\\\x", SIXTEEN_MIB / 3, "\""),
    BLANKS("[", "    \n", 50_000, "]"),
    NO_JSON("[", "{[", 100_000, "");

    private final String beginning;
    private final String repeated;
    private final int times;
    private final String end;

    Large(String beginning, String repeated, int times, String end) {
      this.beginning = beginning;
      this.repeated = repeated;
      this.times = times;
      this.end = end;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    service = Service.start();
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
  @EnumSource
  void everyPayloadIsFormattedFast(Large large, Browser browser) {
    browser.open(service.url());
    browser.await(Dashboard.SHOWN);
    var told =
        browser.promised(
            SET_OUT,
            service.url() + "/assets/pretty.js",
            large.beginning,
            large.repeated,
            large.times,
            large.end);
    assertThat(told.get("millis").doubleValue()).as("%s", told).isLessThan(200);
    assertThat(told.get("length").intValue())
        .as("%s", told)
        .isLessThanOrEqualTo(Math.max(told.get("of").intValue(), 2_000_000));
  }

  @Test
  void fourThousandObjectsAreShown(Browser browser) {
    String objects =
        IntStream.range(0, 4_000)
            .mapToObj(i -> "{\"account\":" + (10_000 + i) + ",\"amount\":99.90,\"open\":[]}")
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(shown(browser, objects))
        .startsWith(
            "[\n  {\n    \"account\": 10000,\n    \"amount\": 99.90,\n    \"open\": []\n  },")
        .endsWith("\"open\": []\n  }\n]");
  }

  @Test
  void extremelyDeepPayloadIsShown(Browser browser) {
    String deep = "[".repeat(10_000) + "]".repeat(10_000);
    assertThat(shown(browser, deep).replaceAll("\\s", "")).isEqualTo(deep);
  }

  @Test
  void beginningOfSixteenMebibytesIsShown(Browser browser) {
    String shown = shown(browser, "\"" + "x".repeat(SIXTEEN_MIB - 2) + "\"");
    assertThat(shown).hasSize(256 * 1024).startsWith("\"xxx");
    browser.await("document.querySelector('.content').textContent.includes('only its beginning')");
  }

  @Test
  void numbersAreShownAsTheyAreWritten(Browser browser) {
    String numbers =
        "{\"a\":1e400,\"b\":-1E-400,\"c\":123456789012345678901234567890.00,\"d\":1E+999999999,"
            + "\"e\":0.1000,\"f\":-0,\"g\":9007199254740993}";
    assertThat(shown(browser, numbers).replaceAll("\\s", "")).isEqualTo(numbers);
  }

  private static String shown(Browser browser, String payload) {
    UUID id = service.add(TaskType.of(Service.PAY, Bytes.class).with(Bytes.of(payload)).onHold());
    browser.open(service.url() + "#/tasks/" + id);
    browser.await(Dashboard.SHOWN);
    browser.await("document.querySelector('.content button')");
    browser.run("document.querySelector('.content button').click()");
    browser.await("document.querySelector('.content pre')");
    return browser.run("return document.querySelector('.content pre').textContent").stringValue();
  }
}
