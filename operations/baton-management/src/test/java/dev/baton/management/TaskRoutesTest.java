package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskRoutesTest {
  private final Served served = Served.inMemory();

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void taskIsShownWithItsErrorAndAllowedActions() {
    UUID id = served.failed();
    Answer one = served.get("/tasks/" + id);
    assertThat(one.status()).isEqualTo(200);
    assertThat(one.header("ETag")).isEqualTo("\"" + one.at("/version") + "\"");
    assertThat(one.at("/status")).isEqualTo("ERROR");
    assertThat(one.at("/type")).isEqualTo("BAD");
    assertThat(one.at("/error")).contains("The bank said no").doesNotContain("hunter2");
    assertThat(served.cluster.baton().operations().task(id).attempts().get(0).error())
        .as("the stored text is unchanged")
        .contains("hunter2");
    assertThat(one.json().get("actions").toString())
        .isEqualTo(
            "[\"retry\",\"fail\",\"reschedule\",\"hold\",\"cancel\",\"prioritize\","
                + "\"edit-payload\",\"view-payload\"]");
  }

  @Test
  void aTaskThatWaitsForOthersNamesThem() {
    UUID first = served.waiting();
    UUID second = served.waiting();
    UUID after =
        served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForEnd(List.of(first, second)));
    Answer one = served.get("/tasks/" + after);
    assertThat(one.at("/waitsFor/left")).isEqualTo("2");
    assertThat(one.json().at("/waitsFor/tasks").toString())
        .contains(first.toString(), second.toString());
    assertThat(served.get("/tasks/" + first).json().has("waitsFor")).isFalse();
    assertThat(served.get("/tasks/" + served.held()).json().has("waitsFor")).isFalse();
  }

  @Test
  void onlyAHeldTaskCanBeReleased() {
    UUID held = served.held();
    UUID behind = served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForEnd(List.of(held)));
    assertThat(served.get("/tasks/" + held).json().get("actions").toString()).contains("release");
    assertThat(served.get("/tasks/" + behind).json().get("actions").toString())
        .doesNotContain("release")
        .contains("hold", "cancel");
    assertThat(served.get("/tasks?status=BLOCKED").json().get("items"))
        .hasSize(2)
        .allSatisfy(
            item ->
                assertThat(item.get("actions").toString().contains("release"))
                    .isEqualTo(item.get("id").stringValue().equals(held.toString())));
  }

  @Test
  void explanationNamesTheRootOfAChainAndTheTasksBehindIt() {
    UUID first = served.failed();
    UUID second =
        served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForDone(List.of(first)));
    UUID third =
        served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForDone(List.of(second)));
    Answer why = served.get("/tasks/" + third + "/explanation");
    assertThat(why.at("/reasons/1/kind")).isEqualTo("ROOT");
    assertThat(why.at("/reasons/1/task")).isEqualTo(first.toString());
    assertThat(why.at("/reasons/1/status")).isEqualTo("ERROR");
    assertThat(why.at("/reasons/1/behind")).isEqualTo("2");
    assertThat(why.at("/text")).contains(first + " of type BAD, ERROR since");
    assertThat(served.get("/tasks/" + first + "/explanation").at("/behind")).isEqualTo("2");
  }

  @Test
  void finishedTaskShowsItsEndAndRetention() {
    UUID id = served.add("GOOD");
    served.cluster.drain();
    Answer one = served.get("/tasks/" + id);
    assertThat(one.at("/status")).isEqualTo("DONE");
    assertThat(one.at("/finishedAt")).isEqualTo("2026-03-02T09:00:00Z");
    assertThat(one.at("/deletesAt")).isEqualTo("2026-03-09T09:00:00Z");
    assertThat(one.json().get("actions").toString()).isEqualTo("[\"run-again\",\"view-payload\"]");
    assertThat(one.at("/resultSize")).isEqualTo("13");
  }

  @Test
  void tasksAreListedPageByPageWithTheirLatestErrors() {
    List<String> added = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      added.add(0, served.add("BAD").toString());
    }
    served.cluster.drain();
    List<String> found = new ArrayList<>();
    String next = "";
    for (int i = 0; i < 3; i++) {
      Answer page = served.get("/tasks?status=ERROR&type=BAD&limit=2&after=" + next);
      page.json().get("items").forEach(item -> found.add(item.get("id").stringValue()));
      assertThat(page.at("/items/0/error")).contains("The bank said no").hasSizeLessThan(301);
      next = page.at("/next");
    }
    assertThat(next).isEmpty();
    assertThat(found).isEqualTo(added);
  }

  @Test
  void everyConditionOfAQueryIsApplied() {
    UUID root = served.cluster.add(TaskRequest.of(TaskType.of("APART")).key("A b&c").subType("X"));
    UUID other = served.add("GOOD");
    for (String query :
        List.of(
            "key=A+b%26c",
            "subType=X",
            "bucket=apart",
            "typePrefix=AP&key=A%20b%26c",
            "correlation=" + root,
            "id=" + root,
            "id=" + root + "&id=" + UUID.randomUUID(),
            "status=READY,ERROR&subType=X",
            "createdFrom=2026-03-02T09:00:00Z&createdTo=2026-03-02T09:00:01Z&bucket=apart",
            "runAtFrom=2026-03-02T08:00:00Z&bucket=apart&order=oldest")) {
      Answer found = served.get("/tasks?" + query);
      assertThat(found.at("/items/0/id")).as(query + " " + found).isEqualTo(root.toString());
      assertThat(found.json().get("items").size()).as(query).isEqualTo(1);
    }
    assertThat(served.get("/tasks?key=").at("/items/0/id")).isEqualTo(other.toString());
    assertThat(served.get("/tasks?finishedFrom=2026-03-02T09:00:00Z").json().get("items").size())
        .isZero();
    assertThat(served.get("/tasks?parent=" + root).json().get("items").size()).isZero();
  }

  @Test
  void everyTaskWithTheBeginningOfAnIdIsFound() {
    for (int i = 0; i < 1_001; i++) {
      String id = "0189aaaa-0000-7000-8000-%012x".formatted(i);
      if (i == 1_000) {
        Answer all = served.get("/tasks?idPrefix=0189aaaa&limit=500");
        Answer rest = served.get("/tasks?idPrefix=0189aaaa&limit=500&after=" + all.at("/next"));
        assertThat(all.json().get("items")).hasSize(500);
        assertThat(rest.json().get("items")).hasSize(500);
        assertThat(rest.json().has("moreIds")).as("every task is found").isFalse();
      }
      served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).id(UUID.fromString(id)));
    }
    assertThat(served.get("/tasks?idPrefix=0189aaaa").at("/moreIds")).isEqualTo("true");
  }

  @Test
  void tasksAreFoundByAllLabelsThatAreNamed() {
    UUID id =
        served.cluster.add(
            TaskRequest.of(TaskType.of("APART"))
                .label("partner", "a=b, c & d")
                .label("run", "1")
                .onHold());
    served.cluster.add(TaskRequest.of(TaskType.of("APART")).label("run", "1").onHold());
    String encoded = "label=partner=a%3Db%2C+c+%26+d";
    for (String query : List.of(encoded, encoded + "&label=run=1&status=BLOCKED")) {
      Answer found = served.get("/tasks?" + query);
      assertThat(found.json().get("items")).as(query + " " + found).hasSize(1);
      assertThat(found.at("/items/0/id")).isEqualTo(id.toString());
      assertThat(found.at("/items/0/labels/partner")).isEqualTo("a=b, c & d");
    }
    assertThat(served.get("/tasks/" + id).at("/labels/run")).isEqualTo("1");
    assertThat(served.get("/tasks?label=run=1").json().get("items")).hasSize(2);
    assertThat(served.get("/tasks?" + encoded + "&label=run=2").json().get("items")).isEmpty();
    assertThat(served.get("/tasks?label=run").status()).isEqualTo(400);
    assertThat(served.get("/tasks?label=r+n=1").toString()).contains("should be a label such as");
  }

  @Test
  void payloadsAndResultsAreShownAndEachViewIsAudited() {
    UUID json =
        served.cluster.add(
            TaskType.of("GOOD", Bytes.class).with(Bytes.of("{\"n\":12345678901234567890.10}")));
    UUID text = served.cluster.add(TaskType.of("GOOD", Bytes.class).with(Bytes.of("hello")));
    UUID bytes =
        served.cluster.add(TaskType.of("GOOD", Bytes.class).with(Bytes.of(new byte[] {0, 1, -1})));
    UUID none = served.add("GOOD");
    Answer shown = served.get("/tasks/" + json + "/payload");
    assertThat(shown.at("/form")).isEqualTo("JSON");
    assertThat(shown.at("/text")).isEqualTo("{\"n\":12345678901234567890.10}");
    assertThat(shown.text()).contains("\"json\":{\"n\":12345678901234567890.10}");
    assertThat(served.get("/tasks/" + text + "/payload").at("/text")).isEqualTo("hello");
    assertThat(served.get("/tasks/" + bytes + "/payload").at("/base64")).isEqualTo("AAH/");
    assertThat(served.get("/tasks/" + none + "/payload").at("/form")).isEqualTo("NONE");
    served.cluster.advance(Duration.ofMillis(1));
    Answer result = served.get("/tasks/" + none + "/result");
    assertThat(result.at("/json/paid")).isEqualTo("true");
    Answer audit = served.get("/tasks/" + none + "/audit");
    assertThat(audit.at("/items/0/action")).isEqualTo("VIEW_RESULT");
    assertThat(audit.at("/items/1/action")).isEqualTo("VIEW_PAYLOAD");
    assertThat(audit.at("/items/1/actor")).isEqualTo("alice");
    assertThat(audit.at("/items/1/task")).isEqualTo(none.toString());
  }

  @Test
  void attemptsAndExplanationAreReturned() {
    UUID id = served.failed();
    Answer attempts = served.get("/tasks/" + id + "/attempts");
    assertThat(attempts.at("/items/0/number")).isEqualTo("1");
    assertThat(attempts.at("/items/0/outcome")).isEqualTo("FAILURE");
    assertThat(attempts.at("/items/0/error")).contains("password=[redacted]");
    assertThat(attempts.at("/items/0/claimedAt")).isNotEmpty();
    assertThat(attempts.at("/items/0/took")).startsWith("PT");
    Answer why = served.get("/tasks/" + id + "/explanation");
    assertThat(why.at("/reasons/0/kind")).isEqualTo("NEEDS_A_PERSON");
    assertThat(why.at("/reasons/0/text")).startsWith("it needs a person").doesNotContain("hunter2");
    assertThat(why.at("/text")).contains(id.toString()).doesNotContain("hunter2");
    UUID later = served.waiting();
    Answer due = served.get("/tasks/" + later + "/explanation");
    assertThat(due.at("/reasons/0/kind")).isEqualTo("NOT_DUE");
    assertThat(due.at("/reasons/0/in")).startsWith("PT");
  }

  @Test
  void missingTaskIs404() {
    UUID nobody = UUID.randomUUID();
    for (String path :
        List.of("", "/payload", "/result", "/attempts", "/explanation", "/audit", "/nothing")) {
      Answer answer = served.get("/tasks/" + nobody + path);
      assertThat(answer.status()).as(path).isEqualTo(404);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }
    assertThat(served.act(served.waiting(), "hold", "{}").status()).isEqualTo(200);
    assertThat(served.post("/tasks/" + nobody + "/hold", "{\"version\":1}").status())
        .isEqualTo(404);
  }
}
