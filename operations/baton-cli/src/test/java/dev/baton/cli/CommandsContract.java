package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.operate.IdPrefix;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests what all commands do and print, regardless of where they are sent. */
abstract class CommandsContract extends TaskCommandsContract {
  @Test
  void pausesAreListedUntilResumed() {
    String type = fresh("T");
    Run asked = baton("pause", "--type", type, "--reason", "bank is closed");
    assertThat(asked.exitCode()).isEqualTo(1);
    assertThat(asked.err()).contains("No node runs the type " + type, "--unknown");
    assertThat(baton("pause", "--type", type, "--reason", "bank is closed", "--unknown").out())
        .contains("Paused");
    assertThat(baton("pauses").out()).contains(type, "bank is closed");
    assertThat(baton("resume", "--type", type).exitCode()).isZero();
    assertThat(baton("pauses").out()).doesNotContain(type);
    assertThat(baton("resume", "--type", type).exitCode()).isEqualTo(1);
  }

  @Test
  void errorsOfOneCauseAreMutedUntilUnmuted() throws Exception {
    place().inError("the vault is away");
    JsonNode groups = json("errors").path("items");
    JsonNode group =
        StreamSupport.stream(groups.spliterator(), false)
            .filter(one -> one.path("text").asString().contains("vault"))
            .findFirst()
            .orElseThrow();
    String[] named = {
      "--type", group.path("type").asString(), "--cause", group.path("cause").asString()
    };
    Run muted =
        baton("mute", named[0], named[1], named[2], named[3], "--for", "3h", "--reason", "known");
    assertThat(muted.err()).isEmpty();
    assertThat(muted.out()).contains("Muted");
    assertThat(baton("errors").out()).contains("MUTED", "until 2");
    assertThat(baton("audit", "--actor", actor()).out()).contains("known");
    assertThat(baton("unmute", named[0], named[1], named[2], named[3]).out()).contains("Unmuted");
    assertThat(baton("errors").out()).doesNotContain("MUTED");
    assertThat(baton("unmute", named[0], named[1], named[2], named[3]).exitCode()).isEqualTo(1);
    assertThat(baton("mute", "--type", "X").exitCode()).isEqualTo(2);
  }

  @Test
  void troubleIsAcknowledgedForAllOperatorsUntilWithdrawn() throws Exception {
    place().inError("the vault is away");
    String name = "";
    for (JsonNode line : json("overview").path("trouble")) {
      name = line.path("kind").asString().equals("ERROR") ? line.path("name").asString() : name;
    }
    assertThat(name).startsWith("ERROR ");
    Run seen = baton("acknowledge", name, "--note", "partner told", "--for", "2h");
    assertThat(seen.err()).isEmpty();
    assertThat(baton("overview").out().replaceAll("\\s+", " "))
        .contains("; acknowledged by " + actor() + " since ", "partner told");
    assertThat(baton("audit", "--actor", actor()).out()).contains("partner told");
    assertThat(baton("acknowledge", name, "--withdraw").exitCode()).isZero();
    assertThat(baton("overview").out()).doesNotContain("partner told");
    assertThat(baton("acknowledge", "ERROR X-" + name).exitCode()).isEqualTo(1);
  }

  @Test
  void schedulesAreListedRunAndPaused() throws Exception {
    String name = fresh("close day");
    place()
        .baton()
        .schedules()
        .put(Schedule.of(name, daily()).adds(TaskRequest.of(TaskType.of("MAIL"))));
    assertThat(baton("schedules", "--limit", "500").out()).contains(name, "MAIL", "on");
    assertThat(baton("schedule", "pause", name).exitCode()).isZero();
    assertThat(json("schedule", "show", name).path("paused").asBoolean()).isTrue();
    assertThat(baton("schedule", "resume", name).exitCode()).isZero();
    Run run = baton("schedule", "run", name);
    assertThat(run.exitCode()).isZero();
    place().awaitEnd(place().baton().schedules().find(name).orElseThrow().past().lastTask());
    assertThat(baton("schedule", "remove", name).exitCode()).isZero();
    assertThat(baton("schedule", "show", name).exitCode()).isEqualTo(1);
  }

  @Test
  void scheduleIsAddedAndChangedOnlyInTheGivenFields() {
    String name = fresh("close day");
    Run unknown = baton("schedule", "put", name, "--timing", "rate PT1H");
    assertThat(unknown.exitCode()).isEqualTo(1);
    String[] put = {
      "schedule",
      "put",
      name,
      "--timing",
      "cron UTC 0 30 8 1 1 *",
      "--type",
      "LATER",
      "--key",
      "k",
      "--text",
      "{\"a\":1}",
      "--overlap",
      "queue",
      "--jitter",
      "90s",
      "--reason",
      "asked for"
    };
    assertThat(baton(put).err()).isEmpty();
    JsonNode added = json("schedule", "show", name);
    assertThat(added.path("runs").path("payloadSize").asInt()).isEqualTo(7);
    assertThat(added.path("overlap").asString()).isEqualTo("QUEUE");
    assertThat(baton("schedule", "put", name, "--timing", "delay PT1H").exitCode()).isZero();
    JsonNode changed = json("schedule", "show", name);
    assertThat(changed.path("timing").asString()).isEqualTo("delay PT1H");
    assertThat(changed.path("overlap").asString()).isEqualTo("QUEUE");
    assertThat(changed.path("jitter").asString()).isEqualTo("PT1M30S");
    assertThat(changed.path("runs").path("key").asString()).isEqualTo("k");
    assertThat(baton("schedule", "put", name, "--timing", "soon").exitCode()).isEqualTo(2);
    assertThat(baton("schedule", "put", name, "--key", "x").err()).contains("--type");
    assertThat(baton("schedule", "run", name, "--key", "x").exitCode()).isEqualTo(2);
    assertThat(baton("audit", "--actor", actor()).out()).contains("SCHEDULE_PUT", "asked for");
    baton("schedule", "remove", name);
  }

  @Test
  void overviewCountsTasksAndShowsProblemsFirst() throws Exception {
    place().inError("no");
    place().waiting("k");
    assertThat(told("LATER", "counts")).contains("BUCKET", "MAIL", "ERROR", "WAITING");
    assertThat(json("counts").path("items").get(0).path("count").asLong()).isPositive();
    assertThat(told("of type MAIL in ERROR", "overview")).contains("Needs attention", "live");
    assertThat(json("overview").path("counts").path("live").path("ERROR").asLong()).isPositive();
    assertThat(baton("list", "--stuck", "--key", fresh("k")).err()).contains("No task matches");
    assertThat(json("list", "--stuck", "--type", "LATER").path("items")).isEmpty();
  }

  /**
   * Returns the output of the command once it contains this text. Figures may be three seconds old.
   */
  private String told(String text, String... command) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    String out;
    do {
      out = baton(command).out();
    } while (!out.contains(text) && System.nanoTime() < deadline);
    assertThat(out).contains(text);
    return out;
  }

  @Test
  void limitsAreListedWithTheirHolders() throws Exception {
    UUID id = place().holding();
    try {
      assertThat(told(IdPrefix.shortForm(id), "limits")).contains("NAME", "partner");
      assertThat(json("limits").path("items").get(0).path("used").asInt()).isEqualTo(1);
    } finally {
      place().letGo(id);
    }
  }

  @Test
  void overridesAreListedAndImpossibleOnesRefused() {
    assertThat(baton("overrides").exitCode()).isZero();
    Run none = baton("override", "RATE", "no such rate", "--units", "5", "--dry-run");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("doesn't know the rate no such rate");
    assertThat(baton("override", "RATE", "no such rate", "--reset").err())
        .contains("The value in code applies");
  }

  private static dev.baton.schedule.Timing daily() {
    return new dev.baton.schedule.Timing.FixedRate(Duration.ofDays(1));
  }

  @Test
  void nodesAreListed() {
    assertThat(baton("nodes").out()).contains("node-a", "LIVE", "SERVER", "MAIL");
    assertThat(json("nodes").path("items").toString()).contains("node-a");
  }

  @Test
  void weakSettingsAreListedAndTheRightDatabaseNeedsNoAcceptance() {
    assertThat(baton("database").exitCode()).isZero();
    assertThat(json("database").path("items").isArray()).isTrue();
    Run accepted = baton("database", "--accept", "a restored backup");
    assertThat(accepted.exitCode()).isEqualTo(1);
    assertThat(accepted.err()).contains("nothing to accept");
  }

  @Test
  void commandsOnMissingTasksAreRefused() {
    for (String command : List.of("show", "hold", "retry", "release")) {
      Run run = baton(command, new UUID(0, 9).toString());
      assertThat(run.exitCode()).as(command).isEqualTo(1);
      assertThat(run.err()).as(command).isNotBlank();
      assertThat(run.out()).as(command).isEmpty();
    }
  }

  /** Control characters, characters that reverse, hide or end a line, and half a character. */
  private static final String HOSTILE =
      "\u001b[2J\u001b]0;title\u0007\r\b\u007f\u009b31m\u0085\u202eevil\u202c\u2066x\u2069"
          + "\u200f\u200b\ufeff\u2028\u2029\udb40\udc41";

  /** A name with the hostile characters that names may contain. */
  private static final String HOSTILE_NAME = "n\u202eevil\u2066\u2028\u200f\udb40\udc41z";

  @Test
  @Tag("deep")
  void storedTextNeverControlsTheTerminal() throws Exception {
    String name = fresh(HOSTILE_NAME);
    UUID failed = place().inError(fresh("x") + HOSTILE);
    UUID held =
        place()
            .baton()
            .tasks()
            .add(
                TaskType.of(name, Bytes.class)
                    .with(Bytes.of(HOSTILE_NAME))
                    .subType(name)
                    .key(name)
                    .onHold())
            .taskId();
    UUID apart =
        place()
            .baton()
            .tasks()
            .add(TaskRequest.of(TaskType.of(name)).unique(Unique.whileLive(name)).onHold())
            .taskId();
    place()
        .baton()
        .operations()
        .by(HOSTILE_NAME, HOSTILE_NAME)
        .task(apart)
        .ifUnchangedSince(1)
        .prioritize(3);
    place()
        .baton()
        .schedules()
        .put(
            Schedule.fixedRate(name, Duration.ofDays(1))
                .adds(TaskRequest.of(TaskType.of(name)).key(name)));
    List<String[]> commands =
        List.of(
            new String[] {
              "prioritize", held.toString(), "--priority", "3", "--reason", HOSTILE_NAME
            },
            new String[] {"pause", "--key", name, "--reason", HOSTILE_NAME},
            new String[] {"pause", "--bucket", name, "--type", name, "--reason", HOSTILE_NAME},
            new String[] {"list", "--type", name},
            new String[] {"list", "--id", failed.toString()},
            new String[] {"show", failed.toString()},
            new String[] {"show", held.toString(), "--payload"},
            new String[] {"explain", held.toString()},
            new String[] {"show", apart.toString()},
            new String[] {"explain", apart.toString()},
            new String[] {"audit", "--actor", HOSTILE_NAME},
            new String[] {"audit"},
            new String[] {"pauses"},
            new String[] {"schedules"},
            new String[] {"schedule", "show", name},
            new String[] {"schedule", "pause", name},
            new String[] {"overview"},
            new String[] {"counts"},
            new String[] {"limits"},
            new String[] {"overrides"},
            new String[] {"override", "NODE_SLOTS", name, "--slots", "1"},
            new String[] {"nodes"},
            new String[] {"bulk", "cancel", "--type", name, "--reason", HOSTILE_NAME},
            new String[] {"resume", "--key", name},
            new String[] {"resume", "--bucket", name, "--type", name},
            new String[] {"schedule", "show", HOSTILE_NAME},
            new String[] {"schedule", "remove", name},
            new String[] {"list", "--status", HOSTILE},
            new String[] {"list", "--type", HOSTILE},
            new String[] {HOSTILE});
    for (String[] command : commands) {
      assertHarmless(command, baton(command));
      String[] asJson = java.util.Arrays.copyOf(command, command.length + 1);
      asJson[command.length] = "--json";
      assertHarmless(asJson, baton(asJson));
    }
    JsonNode shown = json("show", held.toString(), "--payload");
    assertThat(shown.path("task").path("key").asString()).isEqualTo(name);
    assertThat(shown.path("payload").path("text").asString()).isEqualTo(HOSTILE_NAME);
    assertThat(baton("bulk", "cancel", "--type", name, "--reason", "r", "--yes").exitCode())
        .isZero();
  }

  private static void assertHarmless(String[] command, Run run) {
    String all = run.out() + run.err();
    assertThat(all).as(String.join(" ", command)).isNotEmpty();
    assertThat(all.codePoints().filter(point -> point != '\n' && Texts.isHarmful(point)))
        .as("%s: %s", String.join(" ", command), all)
        .isEmpty();
  }
}
