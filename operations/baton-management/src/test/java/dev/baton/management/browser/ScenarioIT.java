package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.LocalPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Starts each trouble of a payments service, and tests that the overview names it in time with one
 * line. Also takes pictures of it, and writes a table with the lines and times.
 */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class ScenarioIT {
  private static final Path PICTURES = Path.of("target", "pictures", "scenarios");
  private static final String TROUBLE = "document.querySelector('[data-key=trouble]')";
  private static final String LINES =
      "[..."
          + TROUBLE
          + ".querySelectorAll('li .what, .calm > .is-plain, .panel-head .is-plain')].map((e) => e.innerText)";

  /** Other programs may use this machine. The table has the times. */
  private static final int PATIENCE = 3;

  private static final Map<Scenario, String> ROWS = new TreeMap<>();
  private static LocalPostgres server;

  @BeforeAll
  static void startServer() throws Exception {
    server = LocalPostgres.temporary(Map.of());
    Files.createDirectories(PICTURES);
  }

  @AfterAll
  static void writeTable() throws Exception {
    if (server != null) {
      server.stop();
      Files.writeString(
          PICTURES.resolve("table.md"),
          "| Scenario | Line seen | Seconds | Remedy | Clicks |\n|---|---|---|---|---|\n"
              + String.join("", ROWS.values()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void troubleIsNamedInTimeByOneLine(Scenario scenario, Browser browser) throws Exception {
    browser.screen(1280, 860);
    browser.prefers("light");
    try (TroubledSite site = new TroubledSite(server)) {
      browser.open(site.url() + "#/");
      browser.await(TROUBLE + "?.textContent.includes('Nothing is wrong')");
      long began = System.nanoTime();
      scenario.start.on(site);
      String matches =
          LINES
              + ".some((text) => new RegExp('^"
              + javaScript(scenario.line)
              + "', 'si').test(text))";
      browser.await(matches);
      double seconds = Duration.ofNanos(System.nanoTime() - began).toMillis() / 1_000.0;
      String lines = browser.run("return " + LINES + ".join(' ## ')").stringValue();
      ROWS.put(scenario, row(scenario, lines, seconds));
      System.out.print(ROWS.get(scenario));
      pictures(browser, scenario);
      // Other symptoms of the same cause would have followed by now.
      assertThat(browser.run("return " + TROUBLE + ".querySelectorAll('li').length").intValue())
          .as("lines for one cause")
          .isLessThanOrEqualTo(1);
      assertThat(seconds).as(lines).isLessThan(PATIENCE * scenario.seconds);
    }
    browser.complaints(); // A database that is away leaves network errors.
  }

  private static String row(Scenario scenario, String line, double seconds) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.1f | %s | %s |%n",
        scenario.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        line.replace("\n", " "),
        seconds,
        scenario.remedy,
        scenario.clicks == 0 ? "–" : scenario.clicks);
  }

  private static void pictures(Browser browser, Scenario scenario) throws Exception {
    String name = scenario.name().toLowerCase(Locale.ROOT).replace('_', '-');
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      save(browser, name + "-" + scheme, 1280, 860);
      save(browser, name + "-phone-" + scheme, 360, 780);
    }
    browser.prefers("light");
    // A screen of 1280 pixels at 150 % zoom.
    save(browser, name + "-zoom", 853, 573);
    browser.screen(1280, 860);
  }

  private static void save(Browser browser, String name, int width, int height) throws Exception {
    browser.screen(width, height);
    browser.run("scrollTo(0, 0)");
    assertThat(browser.run("return document.documentElement.scrollWidth").intValue())
        .as(name + " needs no horizontal scrolling")
        .isLessThanOrEqualTo(width);
    Files.write(PICTURES.resolve(name + ".png"), browser.picture());
  }

  private static String javaScript(String regex) {
    return regex.replace("\\", "\\\\").replace("'", "\\'");
  }
}
