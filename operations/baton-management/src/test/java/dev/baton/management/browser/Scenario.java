package dev.baton.management.browser;

import static dev.baton.management.browser.TroubledSite.MAIL;
import static dev.baton.management.browser.TroubledSite.PAY;
import static dev.baton.management.browser.TroubledSite.POST;
import static dev.baton.management.browser.TroubledSite.SETTLE;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.operate.cluster.Pause;
import dev.baton.schedule.Schedule;
import dev.baton.spi.NodeRuntime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A trouble of a payments service, and the line of the overview that an operator must see. */
enum Scenario {
  READ_ONLY_DATABASE(
      "The database takes no writes: .*",
      10,
      "Make it writable, or correct the address",
      0,
      site ->
          site.sql(
              "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")),
  SLOW_DATABASE(
      "The database takes [\\d.,]+ m?s to answer a small query, normally .*Check its load.*",
      10,
      "Check its load, its locks and the network",
      0,
      site -> site.proxy.delay(Duration.ofMillis(150))),
  UNREACHABLE_DATABASE(
      "Not known since \\d\\d:\\d\\d:\\d\\d: the database doesn’t answer",
      10,
      "Check the database and the network",
      0,
      site -> site.proxy.silence(true)),
  NO_SERVER(
      "No node has run tasks since .*: payout-1 was stopped\\. Start a node",
      10,
      "Start a node",
      0,
      TroubledSite::stopTheServer),
  DEAD_NODE(
      "Node payout-2 has sent no heartbeat since .*Start it again.*",
      35,
      "Start it again",
      0,
      site -> site.another("payout-2", node -> node).silence(true)),
  WRONG_CLOCK(
      "Node payout-2 since .*: This node's clock is [0-9mins ]+ ahead of the database's.*Synchronize.*",
      15,
      "Synchronize both machines",
      0,
      site -> site.another("payout-2", node -> node.runtime(ahead(Duration.ofSeconds(90))))),
  DIFFERENT_LIMITS(
      "Node payout-2 since .*different numbers for slots of the cluster limit bank-sessions.*"
          + "Deploy one number.*",
      20,
      "Deploy one number",
      0,
      site -> site.another("payout-2", 5, node -> node)),
  BROKEN_PARTNER(
      "20 tasks of type EXECUTE_PAYOUT failed 3 times or more and will be retried.*"
          + "bank-7.example.com doesn't answer.*",
      10,
      "Retry by cause, once the partner is back",
      3,
      site -> {
        for (int i = 0; i < 20; i++) {
          site.baton.tasks().add(TaskRequest.of(TaskType.of(PAY)));
        }
      }),
  POISON_TYPE(
      "12 tasks of type POST_LEDGER in ERROR since .*No such account",
      10,
      "Retry by cause, or fail them",
      3,
      site -> {
        for (int i = 0; i < 12; i++) {
          site.baton.tasks().add(TaskRequest.of(TaskType.of(POST)));
        }
      }),
  ORDERED_KEY(
      "1 task of type POST_LEDGER in ERROR since .*; 399 tasks of key ACCT-17 wait behind it.*",
      10,
      "Retry by cause, or fail the first",
      3,
      site -> {
        List<TaskRequest<?, ?>> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
          all.add(TaskRequest.of(TaskType.of(POST).ordered()).key("ACCT-17"));
        }
        site.baton.tasks().addAll(all);
      }),
  STUCK_BATCH(
      "1 task of type POST_LEDGER in ERROR since .*; 1 task waits behind it.*",
      10,
      "Retry by cause, or fail it",
      3,
      site -> {
        List<UUID> parts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          String type = i == 3 ? POST : MAIL;
          parts.add(site.baton.tasks().add(TaskRequest.of(TaskType.of(type))).taskId());
        }
        site.baton.tasks().add(TaskRequest.of(TaskType.of(MAIL)).waitForEnd(parts));
      }),
  HELD_TASK(
      "1 task of type MAIL_RECEIPT has been held since .*; 1 task waits behind it.*",
      10,
      "Release",
      4,
      site -> {
        UUID held = site.baton.tasks().add(TaskRequest.of(TaskType.of(MAIL)).onHold()).taskId();
        site.baton.tasks().add(TaskRequest.of(TaskType.of(MAIL)).waitForEnd(List.of(held)));
      }),
  FORGOTTEN_PAUSE(
      "Type MAIL_RECEIPT paused since .*: provider maintenance; 30 tasks ready",
      10,
      "Resume",
      2,
      site -> {
        site.baton.cluster().pause(Pause.type(MAIL), "provider maintenance");
        for (int i = 0; i < 30; i++) {
          site.baton.tasks().add(TaskRequest.of(TaskType.of(MAIL)));
        }
      }),
  FULL_LIMIT(
      "3 tasks of type SETTLE_BATCH have waited for a start since .*"
          + "the cluster limit bank-sessions is full, 2/2\\. Set the limit, or wait",
      10,
      "Limits: set the number",
      3,
      site -> {
        for (int i = 0; i < 5; i++) {
          site.baton.tasks().add(TaskRequest.of(TaskType.of(SETTLE)));
        }
      }),
  FAILING_SCHEDULE(
      "The latest .*run.* of schedule close-day failed.*",
      10,
      "Retry by cause",
      3,
      site -> {
        put(site, "close-day", POST);
        site.baton.schedules().runNow("close-day");
      }),
  SCHEDULE_THAT_CANNOT_RUN(
      "Schedule close-day can't run.*: This node can't compute the ticks of 'moon full'.*"
          + "Put it again with a correct timing",
      10,
      "Correct",
      4,
      site -> {
        put(site, "close-day", MAIL);
        site.sql("UPDATE baton_schedule SET timing = 'moon full' WHERE name = 'close-day'");
      }),
  PAUSED_SCHEDULE(
      "Schedule close-day paused since .* by anna@acme.example",
      10,
      "Resume",
      2,
      site -> {
        put(site, "close-day", MAIL);
        site.post("/schedules/close-day/pause", "{\"reason\":\"closed\"}");
      });

  /** The text of the line on the page. */
  final String line;

  /** Longest time until the line is shown. A lost node needs its lease. */
  final int seconds;

  final String remedy;

  /** Clicks from the overview until the remedy has begun; 0 if it isn't on the page. */
  final int clicks;

  // Its lambdas keep nothing.
  @SuppressWarnings("ImmutableEnumChecker")
  final Start start;

  Scenario(String line, int seconds, String remedy, int clicks, Start start) {
    this.line = line;
    this.seconds = seconds;
    this.remedy = remedy;
    this.clicks = clicks;
    this.start = start;
  }

  /** Brings a site into trouble. */
  @FunctionalInterface
  interface Start {
    void on(TroubledSite site) throws Exception;
  }

  private static void put(TroubledSite site, String name, String type) {
    site.baton
        .schedules()
        .put(Schedule.fixedRate(name, Duration.ofHours(5)).adds(TaskRequest.of(TaskType.of(type))));
  }

  /** Returns the machine's runtime with a wall clock that is set forward. */
  private static NodeRuntime ahead(Duration time) {
    NodeRuntime machine = new SystemRuntime(20, true);
    return (NodeRuntime)
        Proxy.newProxyInstance(
            NodeRuntime.class.getClassLoader(),
            new Class<?>[] {NodeRuntime.class},
            (proxy, method, arguments) ->
                method.getName().equals("currentTimeMillis")
                    ? machine.currentTimeMillis() + time.toMillis()
                    : method.invoke(machine, arguments));
  }
}
