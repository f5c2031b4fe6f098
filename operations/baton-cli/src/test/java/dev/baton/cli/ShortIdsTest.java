package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.local.LocalH2;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the beginning of an id names a task if it is unique. */
final class ShortIdsTest {
  private static Place place;

  @BeforeAll
  static void open() {
    place = new Place(LocalH2.newDatabase());
  }

  @AfterAll
  static void close() {
    place.close();
  }

  private static Run baton(String... command) {
    return Run.of(Map.of(), place.straight(), command);
  }

  @Test
  void uniqueBeginningOfAnIdIsEnough() {
    String id = place.waiting("k").toString();
    String twin = id.substring(0, 35) + (id.endsWith("0") ? "1" : "0");
    TaskRequest<?, ?> other = TaskRequest.of(TaskType.of("LATER")).id(UUID.fromString(twin));
    place.baton().tasks().add(other.runIn(Duration.ofDays(1)));
    String third = place.waiting("k").toString();

    assertThat(baton("explain", third.substring(0, 30)).out()).isNotBlank();
    assertThat(baton("show", third.substring(0, 30).toUpperCase(Locale.ROOT)).out())
        .contains(third);
    assertThat(baton("hold", third.substring(0, 30)).out()).contains(third + " is BLOCKED");
    assertThat(baton("audit", "--task", third.substring(0, 30)).out()).contains("HOLD");

    Run several = baton("show", id.substring(0, 35));
    assertThat(several.exitCode()).isEqualTo(1);
    assertThat(several.err()).contains("Several tasks", id, twin);
    assertThat(several.err().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void atMostTenCandidatesAreListedEachOnItsOwnLine() {
    String begin = "0189bbbb-ac96-7000-8000-00000000000";
    for (int i = 0; i < 12; i++) {
      UUID id = UUID.fromString(begin + Integer.toHexString(i));
      TaskRequest<?, ?> one = TaskRequest.of(TaskType.of("A_TYPE_" + "X".repeat(50))).id(id);
      place.baton().tasks().add(one.runIn(Duration.ofDays(1)));
    }
    Run several = baton("show", begin);
    assertThat(several.err().lines().filter(line -> line.startsWith(begin))).hasSize(10);
    assertThat(several.err().lines())
        .allMatch(line -> line.length() <= 100)
        .last()
        .isEqualTo("and more");
  }

  @Test
  void idAsListedIsEnough() {
    String id = place.waiting("k").toString();
    String listed = baton("list", "--key", "k").out();
    assertThat(listed).contains(id.substring(0, 23));
    assertThat(baton("show", id.substring(0, 23)).out()).contains(id);
  }

  @Test
  void invalidOrUnknownBeginningIsReported() {
    Run none = baton("show", "01234567-89ab");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("No task has an id that begins with");
    for (String wrong : List.of("0123456", "0123-567", "01234567x", "0123456789")) {
      assertThat(baton("show", wrong).exitCode()).as(wrong).isEqualTo(2);
    }
    assertThat(baton("show", "0123456").err()).contains("at least the first 8");
  }
}
