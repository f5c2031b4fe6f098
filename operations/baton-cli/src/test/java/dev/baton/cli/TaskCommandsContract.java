package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.IdPrefix;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests what commands on tasks do and print, regardless of where they are sent. */
abstract class TaskCommandsContract {
  /** Returns the service with the tasks. */
  abstract Place place();

  /** Returns the options that connect to the service. */
  abstract List<String> where();

  /** Returns the actor in the audit. */
  abstract String actor();

  Run baton(String... command) {
    return Run.of(Map.of(), where(), command);
  }

  JsonNode json(String... command) {
    String[] asJson = java.util.Arrays.copyOf(command, command.length + 1);
    asJson[command.length] = "--json";
    Run run = baton(asJson);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.json();
  }

  Status statusOf(UUID id) {
    return place().baton().operations().find(id).map(TaskInfo::status).orElseThrow();
  }

  static String fresh(String word) {
    return word + "-" + UUID.randomUUID();
  }

  @Test
  void filteredListIsShownAsTableAndAsJson() throws Exception {
    String message = fresh("bank says no");
    UUID id = place().inError(message);
    Run table = baton("list", "--status", "ERROR", "--type", "MAIL");
    assertThat(table.exitCode()).isZero();
    assertThat(table.out().lines().findFirst().orElseThrow())
        .startsWith("ID")
        .contains("STATUS", "TYPE", "ATTEMPTS");
    assertThat(table.out()).contains(IdPrefix.shortForm(id), message);
    JsonNode items = json("list", "--status", "error", "--id", id.toString()).path("items");
    assertThat(items).hasSize(1);
    assertThat(items.get(0).path("status").asString()).isEqualTo("ERROR");
    assertThat(items.get(0).path("error").asString()).contains(message);
  }

  @Test
  void aTaskIsAddedOnceUnderItsKey() {
    String key = fresh("k");
    String[] add = {
      "add",
      "LATER",
      "--bucket",
      "default",
      "--unique-key",
      key,
      "--delay",
      "1d",
      "--key",
      key,
      "--text",
      "{\"to\":\"bob\"}",
      "--label",
      "made.by=cli"
    };
    JsonNode added = json(add);
    assertThat(added.path("verdict").asString()).isEqualTo("ADDED");
    String id = added.path("id").asString();
    assertThat(baton(add).out()).contains("This task already exists: " + id);
    assertThat(baton("show", id, "--payload").out()).contains("WAITING", "made.by=cli", "bob", key);
  }

  @Test
  void tasksAreListedAndChangedByTheirLabels() {
    String value = fresh("Acme, Inc. = x");
    UUID id = place().labelled("partner", value);
    Run listed = baton("list", "--label", "partner=" + value);
    assertThat(listed.out()).contains(IdPrefix.shortForm(id), "LABELS", "partner=" + value);
    assertThat(baton("show", id.toString()).out()).contains("Labels", "partner=" + value);
    assertThat(baton("list", "--label", "partner=" + fresh("k")).err()).contains("No task matches");
    JsonNode held = json("bulk", "hold", "--label", "partner=" + value, "--yes", "--reason", "r");
    assertThat(held.path("changed").intValue()).isEqualTo(1);
  }

  @Test
  void listContinuesWhereThePreviousOneEnded() {
    String key = fresh("k");
    UUID first = place().waiting(key);
    UUID second = place().waiting(key);
    String[] list = {"list", "--type", "LATER", "--key", key, "--oldest", "--limit", "1"};
    JsonNode page = json(list);
    assertThat(page.path("items").get(0).path("id").asString()).isEqualTo(first.toString());
    String[] more = java.util.Arrays.copyOf(list, list.length + 2);
    more[list.length] = "--after";
    more[list.length + 1] = page.path("next").asString();
    assertThat(json(more).path("items").get(0).path("id").asString()).isEqualTo(second.toString());
  }

  @Test
  void oneTaskIsShownWithItsErrorsAndWhyItWaits() throws Exception {
    String message = fresh("no such account");
    UUID id = place().inError(message);
    Run shown = baton("show", id.toString());
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .contains("ERROR", "needs a person", "Attempts, latest first", message)
        .doesNotContain("Payload  ");
    JsonNode all = json("show", id.toString());
    assertThat(all.path("task").path("id").asString()).isEqualTo(id.toString());
    assertThat(all.path("attempts").get(0).path("error").asString()).contains(message);
    assertThat(all.path("explanation").path("text").asString()).contains("needs a person");
  }

  @Test
  void likelySecretsInErrorsAreMasked() throws Exception {
    UUID id = place().inError("no entry with password=PIN-4711");
    for (String[] shown :
        new String[][] {{"show", id.toString()}, {"errors"}, {"list", "--json"}}) {
      assertThat(baton(shown).out()).doesNotContain("PIN-4711");
    }
  }

  @Test
  void durationOfEveryAttemptIsShown() throws Exception {
    UUID id = place().done();
    Run shown = baton("show", id.toString());
    assertThat(shown.out()).contains("Attempts, latest first", "TOOK", "SUCCESS");
    assertThat(shown.out()).containsPattern("\\d(\\.\\d+)?s +SUCCESS");
  }

  @Test
  void payloadIsShownOnRequest() {
    UUID id = place().waiting("k");
    assertThat(baton("show", id.toString()).out()).doesNotContain("alice");
    assertThat(baton("show", id.toString(), "--payload").out()).contains("alice");
    assertThat(json("show", id.toString(), "--payload").path("payload").path("text").asString())
        .contains("alice");
  }

  @Test
  void explainShowsWhyTaskWaits() {
    UUID id = place().waiting("k");
    assertThat(baton("explain", id.toString()).out()).contains("is due at");
    assertThat(json("explain", id.toString()).path("text").asString()).contains("is due at");
  }

  @Test
  void aTaskInErrorIsRetried() throws Exception {
    UUID id = place().inError("no");
    Run retried = baton("retry", id.toString(), "--reason", "bank is back");
    assertThat(retried.err()).isEmpty();
    assertThat(retried.exitCode()).isZero();
    place().awaitEnd(id);
    JsonNode entries = json("audit", "--task", id.toString()).path("items");
    assertThat(entries.get(0).path("actor").asString()).isEqualTo(actor());
    assertThat(entries.get(0).path("action").asString()).isEqualTo("RETRY");
    assertThat(entries.get(0).path("reason").asString()).contains("bank is back");
    assertThat(baton("audit", "--task", id.toString()).out()).contains("ACTOR", "RETRY");
  }

  @Test
  void taskIsChangedOnlyInTheGivenVersion() throws Exception {
    UUID id = place().waiting("k");
    Run stale = baton("cancel", id.toString(), "--reason", "test", "--if-version", "77");
    assertThat(stale.exitCode()).isEqualTo(1);
    assertThat(stale.err()).contains("version");
    assertThat(statusOf(id)).isEqualTo(Status.WAITING);
    long seen = json("show", id.toString()).path("task").path("version").asLong();
    assertThat(
            baton("cancel", id.toString(), "--reason", "x", "--if-version", "" + seen).exitCode())
        .isZero();
    assertThat(statusOf(id)).isEqualTo(Status.CANCELLED);
  }

  @Test
  void waitingTaskIsHeldReleasedRescheduledAndCancelled() {
    UUID id = place().waiting("k");
    assertThat(baton("hold", id.toString()).out()).contains("BLOCKED");
    assertThat(statusOf(id)).isEqualTo(Status.BLOCKED);
    assertThat(baton("release", id.toString()).out()).contains("WAITING");
    assertThat(baton("reschedule", id.toString(), "--delay", "3d").exitCode()).isZero();
    assertThat(baton("prioritize", id.toString(), "--priority", "1").exitCode()).isZero();
    assertThat(json("show", id.toString()).path("task").path("priority").asInt()).isEqualTo(1);
    assertThat(baton("fail", id.toString(), "--reason", "never mind").out()).contains("FAILED");
    assertThat(statusOf(id)).isEqualTo(Status.FAILED);
  }

  @Test
  void aSignalIsSentByItsName() {
    UUID id = place().waiting("k");
    Run sent =
        baton("signal", id.toString(), "approval", "--text", "{\"by\":\"Ann\"}", "--reason", "r");
    assertThat(sent.out()).contains("gets the signal when it awaits it");
    assertThat(json("signal", id.toString(), "approval").path("verdict").asString())
        .isEqualTo("KEPT");
    assertThat(baton("signal", new UUID(0, 7).toString(), "approval").exitCode()).isEqualTo(1);
  }

  @Test
  void aFinishedTaskRunsAgain() throws Exception {
    UUID id = place().done();
    assertThat(baton("run-again", id.toString()).exitCode()).isZero();
    place().awaitEnd(id);
    assertThat(statusOf(id)).isEqualTo(Status.DONE);
  }

  @Test
  void finishedWorkflowRunsAgainFromAStep() throws Exception {
    UUID id = place().doneWorkflow();
    assertThat(baton("show", id.toString()).out()).contains("Steps", "charge", "receipt");
    place().steps.clear();
    assertThat(baton("run-again", id.toString(), "--from-step", "receipt").exitCode()).isZero();
    place().awaitEnd(id);
    assertThat(baton("run-again", id.toString(), "--from-step", "1").exitCode()).isZero();
    place().awaitEnd(id);
    assertThat(place().steps).containsExactly("receipt", "charge", "receipt");
    Run unknown = baton("run-again", id.toString(), "--from-step", "refund");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("Its steps are 1 charge, 2 receipt");
  }

  @Test
  void historyOfAWorkflowIsExported() throws Exception {
    UUID id = place().doneWorkflow();
    JsonNode history = json("export", id.toString());
    assertThat(history.path("format").asString()).isEqualTo("baton-history-1");
    assertThat(history.path("payload").path("text").asString()).isEqualTo("\"x\"");
    assertThat(history.path("notes").get(1).path("name").asString()).isEqualTo("001 receipt");
  }

  @Test
  void refusedTaskDoesNotStopTheOthers() {
    UUID first = place().waiting("k");
    UUID second = place().waiting("k");
    Run held = baton("hold", first.toString(), new UUID(0, 7).toString(), second.toString());
    assertThat(held.exitCode()).isEqualTo(1);
    assertThat(held.err()).contains(new UUID(0, 7).toString());
    assertThat(statusOf(first)).isEqualTo(Status.BLOCKED);
    assertThat(statusOf(second)).isEqualTo(Status.BLOCKED);
  }

  @Test
  void bulkWithoutConfirmationOnlyCounts() {
    String key = fresh("k");
    UUID id = place().waiting(key);
    place().waiting(key);
    Run counted = baton("bulk", "hold", "--type", "LATER", "--key", key);
    assertThat(counted.exitCode()).isZero();
    assertThat(counted.out()).startsWith("2 tasks").contains("--yes");
    assertThat(statusOf(id)).isEqualTo(Status.WAITING);
  }

  @Test
  void bulkChangesAllMatchesAndReportsRefusals() {
    String key = fresh("k");
    UUID first = place().waiting(key);
    UUID second = place().waiting(key);
    baton("hold", second.toString());
    Run held = baton("bulk", "hold", "--type", "LATER", "--key", key, "--yes");
    assertThat(held.exitCode()).isEqualTo(1);
    assertThat(held.out()).contains("1 done, 1 refused", second.toString());
    assertThat(statusOf(first)).isEqualTo(Status.BLOCKED);
    JsonNode released =
        json("bulk", "release", "--type", "LATER", "--key", key, "--yes", "--reason", "ok");
    assertThat(released.path("changed").asInt()).isEqualTo(2);
    assertThat(statusOf(first)).isEqualTo(Status.WAITING);
  }

  @Test
  void payloadIsEditedInItsStoredForm(@TempDir Path folder) throws Exception {
    UUID id = place().waiting("k");
    assertThat(baton("edit-payload", id.toString()).exitCode()).isEqualTo(2);
    Run noJson = baton("edit-payload", id.toString(), "--text", "alice");
    assertThat(noJson.exitCode()).isEqualTo(2);
    assertThat(noJson.err()).contains("JSON");
    String mended = "{\"to\":\"b\u00f6b\",\"amount\":1.10}";
    Path file = Files.writeString(folder.resolve("payload"), mended);
    Run edited =
        baton("edit-payload", id.toString(), "--file", file.toString(), "--reason", "typo");
    assertThat(edited.err()).isEmpty();
    assertThat(edited.exitCode()).isZero();
    assertThat(payload(id)).isEqualTo(Bytes.of(mended));
    assertThat(baton("edit-payload", id.toString(), "--base64", "AAH/").exitCode()).isZero();
    assertThat(payload(id)).isEqualTo(Bytes.of(new byte[] {0, 1, -1}));
    assertThat(baton("audit", "--task", id.toString()).out()).contains("EDIT", "typo");
    assertThat(baton("edit-payload", id.toString(), "--file", "/none").err()).contains("/none");
  }

  @Nullable Bytes payload(UUID id) {
    return place()
        .baton()
        .operations()
        .task(id)
        .content()
        .flatMap(TaskContent::payload)
        .orElse(null);
  }
}
