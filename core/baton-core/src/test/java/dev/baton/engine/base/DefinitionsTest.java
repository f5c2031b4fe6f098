package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.limit.BookingPolicy;
import dev.baton.api.limit.Limit;
import dev.baton.api.limit.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefinitionsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void aLimitOfTheClusterHasOneNumber() {
    refused(Limit.cluster("m", 2), Limit.cluster("m", 5), "2 for A", "5 for B");
    refused(Limit.clusterPerKey("m", 2), Limit.clusterPerKey("m", 5), "2 for A", "5 for B");
    refused(Limit.cluster("m", 2), Limit.perNode(9).and(Limit.cluster("m", 5)), "2 for A");
    refused(
        Limit.clusterRate("m", Rate.of(1, SECOND)),
        Limit.clusterRate("m", Rate.of(9, SECOND)),
        "1 in PT1S",
        "9 in PT1S");
  }

  @Test
  void oneDefinitionCannotNameTwoNumbersEither() {
    TaskDefinition both = type("A", Limit.cluster("m", 2).and(Limit.cluster("m", 5)));
    assertThatThrownBy(() -> new Definitions(List.of(both)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cluster limit m");
  }

  @Test
  void limitsThatShareANumberOrDifferInNameArePermitted() {
    assertThatCode(
            () ->
                new Definitions(
                    List.of(
                        type("A", Limit.cluster("m", 2)),
                        type("B", Limit.cluster("m", 2).and(Limit.cluster("n", 5))),
                        type("C", Limit.clusterRate("m", Rate.of(1, SECOND))),
                        type("D", Limit.perNode(7)),
                        type("E", Limit.perNode(8)))))
        .doesNotThrowAnyException();
  }

  private static void refused(BookingPolicy a, BookingPolicy b, String... words) {
    assertThatThrownBy(() -> new Definitions(List.of(type("A", a), type("B", b))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" m ")
        .hasMessageContainingAll(words);
  }

  private static TaskDefinition type(String name, BookingPolicy limit) {
    return TaskDefinition.of(name, attempt -> Outcome.done()).concurrency(limit);
  }
}
