package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.operate.cluster.Pause;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Takes the screenshots of docs/dashboard.md; {@code -Dbaton.updateDocs=true} stores them there.
 */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class GalleryIT {
  /** Folder of the pictures that are not in the documents. */
  private static final Path OTHER_PICTURES = Path.of("target", "pictures");

  private static final Path PICTURES =
      Boolean.getBoolean("baton.updateDocs") ? Path.of("../..", "docs", "images") : OTHER_PICTURES;

  private static final int LARGEST_BYTES = 150_000;
  private static final int MINUTES_OF_PICTURES = 5;

  private static final String NOTIFY = "NOTIFY_PARTNER";
  private static final String MAIL = "MAIL_RECEIPT";
  private static final String TIMEOUT =
      "PARTNER-7 didn't answer within 10 s (POST /v2/payouts, request 5f1c2a)\n"
          + "\tat bank.HttpBank.send(HttpBank.java:88)\n"
          + "\tat payout.ExecutePayout.run(ExecutePayout.java:41)";

  private static final Map<String, String> VIEWS = new LinkedHashMap<>();
  private static final List<Baton> OTHERS = new ArrayList<>();
  private static Service service;

  @BeforeAll
  static void fill() throws Exception {
    service = Service.start();
    past();
    for (String name : List.of("payout-2", "payout-3")) {
      OTHERS.add(
          Baton.builder(JdbcStore.of(service.database()))
              .name(name)
              .bucket(BucketOptions.named("default"))
              .bucket(BucketOptions.named("mail"))
              .define(
                  RawDefinition.of(NOTIFY, attempt -> Outcome.done())
                      .retry(Retry.never())
                      .limits(Limit.cluster("per partner", 5).perKey()),
                  RawDefinition.of(MAIL, attempt -> Outcome.done()).bucket("mail"))
              .start());
    }
    UUID seventh = null;
    for (int i = 0; i < 7; i++) {
      seventh = service.addFailing(TIMEOUT, pay -> pay.subType("SEPA").key("PARTNER-7"));
    }
    mended(seventh);
    service.partnerIsAway(false);
    for (int i = 0; i < 40; i++) {
      service.add(
          TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("{}")).key("PARTNER-" + i % 12));
      service.add(TaskRequest.of(TaskType.of(NOTIFY)).key("PARTNER-" + i % 12));
      service.add(
          TaskRequest.of(TaskType.of(NOTIFY))
              .key("PARTNER-" + i % 9)
              .runIn(Duration.ofMinutes(i + 1)));
    }
    OTHERS.get(0).cluster().pause(Pause.type(MAIL), "provider maintenance until 18:00");
    while (!OTHERS.get(1).cluster().isPaused("mail", MAIL, "")) {
      Thread.onSpinWait();
    }
    service
        .baton
        .cluster()
        .pause(new Pause(null, Service.PAY, "PARTNER-7"), "they asked us to wait");
    for (int i = 0; i < 5; i++) {
      OTHERS.get(0).tasks().add(TaskRequest.of(TaskType.of(MAIL)));
      service.add(TaskRequest.of(TaskType.of(Service.SLOW)).key("PARTNER-" + i));
    }
    service.baton.tasks().add(TaskRequest.of(TaskType.of(Service.PAY)).key("PARTNER-3").onHold());
    schedules();
    VIEWS.put("overview", "#/");
    VIEWS.put("tasks", "#/tasks");
    VIEWS.put("task", "#/tasks/" + seventh);
    VIEWS.put("errors", "#/errors");
    VIEWS.put("batch", "#/tasks/" + batch(seventh));
    VIEWS.put("types", "#/types");
    VIEWS.put("type", "#/types/" + Service.PAY);
    VIEWS.put("schedules", "#/schedules");
    VIEWS.put("schedule", "#/schedules/close-day");
    VIEWS.put("nodes", "#/nodes");
    VIEWS.put("limits", "#/limits");
    VIEWS.put("audit", "#/audit");
  }

  /** Adds a task that waits for others, of which one fails. */
  private static UUID batch(UUID failing) {
    List<UUID> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      UUID id =
          service.add(
              TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("{}")).key("PARTNER-" + i));
      service.awaitStatus(id, Status.DONE);
      all.add(id);
    }
    all.add(failing);
    UUID last =
        service.add(
            TaskRequest.of(TaskType.of(NOTIFY)).waitForEnd(List.of(all.toArray(UUID[]::new))));
    service.add(TaskRequest.of(TaskType.of(NOTIFY)).waitForDone(List.of(last)));
    return last;
  }

  @AfterAll
  static void stop() {
    OTHERS.forEach(Baton::close);
    if (service != null) {
      service.close();
    }
  }

  @Test
  void everyViewHasAScreenshot(Browser browser) throws Exception {
    Files.createDirectories(PICTURES);
    for (Map.Entry<String, String> view : VIEWS.entrySet()) {
      for (String scheme : List.of("light", "dark")) {
        browser.prefers(scheme);
        picture(browser, view.getKey() + "-" + scheme, view.getValue(), 1280, 860);
      }
      browser.prefers("light");
      picture(browser, view.getKey() + "-phone", view.getValue(), 360, 780);
    }
  }

  @Test
  void rareViewsHaveScreenshots(Browser browser) throws Exception {
    Files.createDirectories(OTHER_PICTURES);
    Map<String, String> others = new LinkedHashMap<>(VIEWS);
    others.put("in-error", "#/tasks?status=ERROR");
    others.put("nothing", "#/tasks?status=ERROR&type=NONE");
    others.put("given-up", "#/tasks?key=" + Service.TOO_MANY);
    others.put("wrong", "#/tasks?createdFrom=yesterday");
    others.put("gone", "#/tasks/019cadc6-9a80-7000-b6eb-4e6c7bad85d8");
    others.put("more", "#/tasks?subType=SEPA");
    others.put("nobody", "#/audit?actor=nobody");
    service.add(TaskRequest.of(TaskType.of(Service.SLOW).ordered()).key("PARTNER-20"));
    UUID second =
        service.add(TaskRequest.of(TaskType.of(Service.SLOW).ordered()).key("PARTNER-20"));
    others.put("order", "#/tasks/" + second);
    others.put("running", "#/tasks?status=RUNNING");
    for (Map.Entry<String, String> view : others.entrySet()) {
      for (String scheme : List.of("light", "dark")) {
        browser.prefers(scheme);
        browser.screen(1280, 860);
        open(browser, view.getValue());
        other(browser, view.getKey() + "-" + scheme);
        browser.screen(360, 1600);
        open(browser, view.getValue());
        other(browser, view.getKey() + "-phone-" + scheme);
      }
    }
    browser.prefers("light");
  }

  @Test
  void dialogsHaveScreenshots(Browser browser) throws Exception {
    Files.createDirectories(OTHER_PICTURES);
    Map<String, String> dialogs = new LinkedHashMap<>();
    // Use another task than the documents, because the history of this task records a view of its
    // payload.
    String task =
        "#/tasks/"
            + service.add(TaskType.of(Service.PAY, Bytes.class).with(Bytes.of("{}")).onHold());
    dialogs.put("edit-payload", task);
    dialogs.put("reschedule", task);
    dialogs.put("cancel", task);
    dialogs.put("change", VIEWS.get("schedule"));
    dialogs.put("mute", VIEWS.get("errors"));
    dialogs.put("override", VIEWS.get("limits"));
    for (Map.Entry<String, String> dialog : dialogs.entrySet()) {
      for (String scheme : List.of("light", "dark")) {
        browser.prefers(scheme);
        browser.screen(360, 780);
        open(browser, dialog.getValue());
        String button = "document.querySelector('[data-key=" + dialog.getKey() + "]')";
        browser.await(button);
        browser.run("return " + button + ".click()");
        browser.await("document.querySelector('dialog[open]')");
        other(browser, "dialog-" + dialog.getKey() + "-phone-" + scheme);
      }
    }
    browser.prefers("light");
  }

  private static void open(Browser browser, String hash) {
    browser.open(service.url() + hash);
    browser.await(Dashboard.SHOWN);
  }

  private static void other(Browser browser, String name) throws Exception {
    Files.write(OTHER_PICTURES.resolve(name + ".png"), browser.picture());
  }

  @Test
  void confirmationHasAScreenshot(Browser browser) throws Exception {
    browser.open(service.url() + VIEWS.get("task"));
    browser.await("document.querySelector('[data-key=retry]')");
    browser.run("document.querySelector('[data-key=retry]').click()");
    browser.await("document.querySelector('dialog[open]')");
    save(browser, "question-light");
  }

  private static void picture(Browser browser, String name, String hash, int width, int height)
      throws Exception {
    browser.screen(width, height);
    browser.open(service.url() + hash);
    browser.await(Dashboard.SHOWN);
    save(browser, name);
  }

  private static void save(Browser browser, String name) throws Exception {
    byte[] png = SmallPng.of(browser.picture());
    assertThat(png.length).as(name).isLessThan(LARGEST_BYTES);
    Files.write(PICTURES.resolve("dashboard-" + name + ".png"), png);
  }

  /** Retries a task by hand, lets it fail again, and makes it more urgent. */
  private static void mended(UUID id) {
    service
        .baton
        .operations()
        .by("ben@acme.example", "they say they are back")
        .task(id)
        .ifUnchangedSince(service.version(id))
        .retry();
    service.awaitStatus(id, Status.ERROR);
    service
        .baton
        .operations()
        .by("anna@acme.example", "the customer calls")
        .task(id)
        .ifUnchangedSince(service.version(id))
        .prioritize(1);
  }

  private static void schedules() {
    ZoneId zone = ZoneId.of("Europe/Berlin");
    TaskRequest<?, ?> run = TaskRequest.of(TaskType.of(NOTIFY));
    service
        .baton
        .schedules()
        .put(Schedule.cron("close-day", "0 30 18 * * MON-FRI", zone).adds(run));
    service
        .baton
        .schedules()
        .put(Schedule.fixedRate("rebuild-index", Duration.ofMinutes(15)).adds(run));
    service.baton.schedules().put(Schedule.cron("month-end", "0 0 3 1 * *", zone).adds(run));
    service.baton.schedules().put(Schedule.fixedDelay("old-export", Duration.ofHours(6)).adds(run));
    service.baton.schedules().pause("old-export");
    for (int i = 0; i < 6; i++) {
      service.baton.schedules().runNow("close-day");
    }
  }

  /** Writes an hour of statistics as nodes would. */
  private static void past() throws SQLException {
    StringBuilder columns = new StringBuilder();
    StringBuilder marks = new StringBuilder();
    for (String kind : List.of("w", "r")) {
      for (int i = 1; i <= 19; i++) {
        columns.append(", ").append(kind).append(i < 10 ? "0" : "").append(i);
        marks.append(", ?");
      }
    }
    String sql =
        "INSERT INTO baton_statistic (minute_no, source, bucket, type, added, started, done,"
            + " failed, errors, retried, lost"
            + columns
            + ") VALUES (?, ?, 'default', ?, ?, ?, ?, ?, 0, 0, 0"
            + marks
            + ")";
    int now = (int) (System.currentTimeMillis() / 60_000);
    UUID source = UUID.randomUUID();
    try (Connection connection = service.database().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      int row = 0;
      for (String type : List.of(Service.PAY, NOTIFY, MAIL)) {
        double size = List.of(900, 520, 180).get(row++);
        // The pictures take some minutes, too.
        for (int ago = 60; ago >= -MINUTES_OF_PICTURES; ago--) {
          insert(insert, now - ago, source, type, size, ago);
        }
      }
      insert.executeBatch();
    }
  }

  private static void insert(
      PreparedStatement insert, int minute, UUID source, String type, double size, int ago)
      throws SQLException {
    boolean bad = type.equals(Service.PAY) && ago < 16;
    double wave = 1 + 0.22 * Math.sin(ago / 7.0) + 0.06 * Math.sin(ago * 1.7 + size);
    int done = (int) (size * wave * (bad ? 0.82 : 1));
    int failed = bad ? (int) (size * 0.09 * (1.2 + Math.sin(ago))) : (int) (2 + 2 * Math.sin(ago));
    insert.setInt(1, minute);
    insert.setObject(2, source);
    insert.setString(3, type);
    insert.setInt(4, (int) (size * wave));
    insert.setInt(5, done + failed);
    insert.setInt(6, done);
    insert.setInt(7, failed);
    for (int i = 0; i < 19; i++) {
      // Most tasks wait a millisecond or two. More of them wait longer while the partner is down.
      insert.setInt(8 + i, i < 3 ? done / 3 : i == (bad ? 7 : 5) ? done / 40 : 0);
      insert.setInt(27 + i, i == 3 || i == 4 ? done / 2 : i == (bad ? 9 : 7) ? done / 50 : 0);
    }
    insert.addBatch();
  }
}
