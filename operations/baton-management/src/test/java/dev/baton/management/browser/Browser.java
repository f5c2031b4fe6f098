package dev.baton.management.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Controls a headless Chromium by WebDriver. Used by one thread at a time. */
final class Browser implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");

  /** Longer than any action on a slow machine. Only a missing event reaches it. */
  private static final Duration PATIENCE =
      Duration.ofSeconds(Long.getLong("baton.browser.patience", 60));

  /**
   * Runs without a sandbox, because tests may run as root. Runs without features that call the
   * internet, which may be blocked.
   */
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--hide-scrollbars",
          "--force-device-scale-factor=1");

  /** Records what the page must never do. Runs before any code of the page. */
  private static final String WITNESS =
      """
      window.witness = [];
      addEventListener('securitypolicyviolation', (e) =>
        window.witness.push('CSP: ' + e.violatedDirective + ' ' + e.blockedURI));
      addEventListener('error', (e) => window.witness.push('error: ' + e.message));
      addEventListener('unhandledrejection', (e) =>
        window.witness.push('rejected: ' + (e.reason?.stack ?? e.reason)));
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final String session;

  private Browser(Process driver, int port, Path binary) {
    this.driver = driver;
    String base = "http://localhost:" + port;
    Map<String, Object> options = Map.of("binary", binary.toString(), "args", FLAGS);
    Map<String, Object> wanted =
        Map.of(
            "unhandledPromptBehavior",
            "ignore",
            "timeouts",
            Map.of("script", PATIENCE.toMillis()),
            "goog:loggingPrefs",
            Map.of("browser", "ALL"),
            "goog:chromeOptions",
            options);
    JsonNode started =
        send("POST", base + "/session", Map.of("capabilities", Map.of("alwaysMatch", wanted)));
    this.session = base + "/session/" + started.get("sessionId").stringValue();
    devTools("Page.addScriptToEvaluateOnNewDocument", Map.of("source", WITNESS));
  }

  /** Starts a browser. Skips the test if none is installed. */
  static Browser start() throws IOException {
    Path binary = Installation.browser();
    Process driver =
        new ProcessBuilder(Installation.driver().toString(), "--port=0")
            .redirectErrorStream(true)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher port = PORT.matcher(line);
      if (port.find()) {
        return new Browser(driver, Integer.parseInt(port.group(1)), binary);
      }
    }
    throw new IOException("ChromeDriver ended before it printed its port");
  }

  /** Reloads the page. */
  void open(String url) {
    // Loads another page first, because an address that differs only after the # would load
    // nothing.
    command("POST", "/url", Map.of("url", "about:blank"));
    command("POST", "/url", Map.of("url", url));
  }

  /** Runs the body of a function and returns its result. Fails if a dialog is open. */
  JsonNode run(String script, Object... arguments) {
    return command("POST", "/execute/sync", Map.of("script", script, "args", List.of(arguments)));
  }

  /** Runs the body of an asynchronous function and returns the result of its promise. */
  JsonNode promised(String script, Object... arguments) {
    String body =
        "const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);"
            + "(async (...arguments_) => {"
            + script
            + "})(...args).then((value) => done({value}), (e) => done({broken: String(e.stack ??"
            + " e)}));";
    JsonNode answer =
        command("POST", "/execute/async", Map.of("script", body, "args", List.of(arguments)));
    if (answer.has("broken")) {
      throw new AssertionError(answer.get("broken").stringValue());
    }
    return answer.path("value");
  }

  /** Waits until an expression is true in the page. */
  void await(String expression) {
    String script =
        """
        const done = arguments[arguments.length - 1];
        const began = performance.now();
        const look = () => {
          let holds;
          try { holds = Boolean(%s); } catch (e) { holds = false; }
          if (holds || performance.now() - began > %d) done(holds);
          else setTimeout(look, 15);
        };
        look();
        """
            .formatted(expression, PATIENCE.toMillis() / 2);
    JsonNode held = command("POST", "/execute/async", Map.of("script", script, "args", List.of()));
    if (!held.booleanValue()) {
      throw new AssertionError(
          "This never became true: "
              + expression
              + "\nthe page says: "
              + run("return document.body.innerText").stringValue()
              + "\nwitness: "
              + run("return window.witness"));
    }
  }

  /** Presses and releases keys one after the other, at the current focus. */
  void press(String... keys) {
    List<Map<String, Object>> actions = new ArrayList<>();
    for (String key : keys) {
      actions.add(Map.of("type", "keyDown", "value", key));
      actions.add(Map.of("type", "keyUp", "value", key));
    }
    Map<String, Object> keyboard = Map.of("type", "key", "id", "keyboard", "actions", actions);
    command("POST", "/actions", Map.of("actions", List.of(keyboard)));
  }

  /** Types a text at the current focus. */
  void type(String text) {
    press(text.codePoints().mapToObj(Character::toString).toArray(String[]::new));
  }

  /** Sets the size of the browser's screen. */
  void screen(int width, int height) {
    devTools(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  /** Sets the colour scheme that the system prefers. */
  void prefers(String scheme) {
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
    devTools("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  /** Sets the time zone of the reader; empty for the zone of this machine. */
  void timeZone(String name) {
    devTools("Emulation.setTimezoneOverride", Map.of("timezoneId", name));
  }

  /** Disconnects the page from the network, or connects it again. */
  void offline(boolean cut) {
    devTools("Network.enable", Map.of());
    devTools(
        "Network.emulateNetworkConditions",
        Map.of("offline", cut, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
  }

  /** Returns a screenshot as a PNG file. */
  byte[] picture() {
    JsonNode shot = devTools("Page.captureScreenshot", Map.of("format", "png"));
    return Base64.getDecoder().decode(shot.get("data").stringValue());
  }

  /** Returns what the page must not do: violations of its policy, errors and warnings. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    run("return window.witness").forEach(word -> complaints.add(word.stringValue()));
    command("POST", "/se/log", Map.of("type", "browser"))
        .forEach(
            entry -> {
              // The console also shows a 403 or a lost connection, which the page reports itself.
              if (entry.get("level").stringValue().equals("SEVERE")
                  && !entry.path("source").asString("").equals("network")) {
                complaints.add(entry.get("message").stringValue());
              }
            });
    return complaints;
  }

  @Override
  public void close() {
    try {
      command("DELETE", "", null);
    } finally {
      List<ProcessHandle> all = new ArrayList<>(driver.descendants().toList());
      all.add(driver.toHandle());
      all.forEach(ProcessHandle::destroy);
      try {
        if (!driver.waitFor(5, TimeUnit.SECONDS)) {
          all.forEach(ProcessHandle::destroyForcibly);
        }
      } catch (InterruptedException interrupted) {
        all.forEach(ProcessHandle::destroyForcibly);
        Thread.currentThread().interrupt();
      }
    }
  }

  private JsonNode devTools(String method, Map<String, ?> parameters) {
    return command("POST", "/goog/cdp/execute", Map.of("cmd", method, "params", parameters));
  }

  private JsonNode command(String method, String path, Object body) {
    return send(method, session + path, body);
  }

  private JsonNode send(String method, String url, Object body) {
    HttpRequest.BodyPublisher content =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(PATIENCE.multipliedBy(2))
            .header("Content-Type", "application/json")
            .method(method, content)
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      JsonNode value = JSON.readTree(response.body()).path("value");
      if (response.statusCode() != 200) {
        throw new AssertionError(
            value.path("error").asString("") + ": " + value.path("message").asString(""));
      }
      return value;
    } catch (IOException broken) {
      throw new AssertionError("The browser doesn't respond", broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", interrupted);
    }
  }
}
