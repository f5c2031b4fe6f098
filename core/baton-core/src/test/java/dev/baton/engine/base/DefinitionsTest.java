package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.handler.Outcome;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefinitionsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void clusterLimitHasOneNumber() {
    refused(Limit.cluster("m", 2), Limit.cluster("m", 5), "2 for A", "5 for B");
    refused(
        Limit.cluster("m", 2).perKey(),
        Limit.cluster("m", 5).perKey(),
        "2 for each key for A",
        "5 for each key for B");
    refused(
        Limit.clusterRate("m", Rate.of(1, SECOND)),
        Limit.clusterRate("m", Rate.of(9, SECOND)),
        "1 in 1 s",
        "9 in 1 s");
  }

  @Test
  void limitOfTheClusterIsPerKeyForAllItsTypesOrForNone() {
    Limit.Paced rate = Limit.clusterRate("m", Rate.of(1, SECOND));
    refused(
        Limit.cluster("m", 2),
        Limit.cluster("m", 2).perKey(),
        "2 for A and 2 for each key for B",
        "including perKey(), or give each its own name");
    refused(
        rate.perKey(), rate, "1 in 1 s, burst 1 for each key for A and 1 in 1 s, burst 1 for B");
    refused(
        Limit.cluster("m", 2),
        Limit.cluster("m", 2).extra(3).forPriorityUpTo(1),
        "2 and 3 for priorities up to 1 for B");
  }

  @Test
  void sharedNodeLimitHasOneNumber() {
    refused(Limit.node("m", 2), Limit.node("m", 5), "2 for A", "5 for B");
    refused(Limit.node("m", 2), Limit.node("m", 2).perKey(), "2 for A", "2 for each key for B");
    refused(
        Limit.node("m", 2),
        Limit.node("m", 2).extra(3).forPriorityUpTo(1),
        "2 and 3 for priorities up to 1 for B");
  }

  @Test
  void oneDefinitionCannotSetTwoNumbers() {
    Definition both = type("A", Limit.node(9), Limit.cluster("m", 2), Limit.cluster("m", 5));
    assertThatThrownBy(() -> new Definitions(List.of(both)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cluster limit m");
  }

  @Test
  void limitsWithSameNumberOrDifferentNamesAreAllowed() {
    assertThatCode(
            () ->
                new Definitions(
                    List.of(
                        type("A", Limit.cluster("m", 2)),
                        type("B", Limit.cluster("m", 2), Limit.cluster("n", 5)),
                        type("C", Limit.clusterRate("m", Rate.of(1, SECOND))),
                        type("D", Limit.node(7)),
                        type("E", Limit.node(8)),
                        type("F", Limit.node("m", 3)),
                        type("G", Limit.node("m", 3)))))
        .doesNotThrowAnyException();
  }

  private static void refused(Limit a, Limit b, String... words) {
    assertThatThrownBy(() -> new Definitions(List.of(type("A", a), type("B", b))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" m ")
        .hasMessageContainingAll(words);
  }

  private static Definition type(String name, Limit first, Limit... others) {
    return Definition.of(RawDefinition.of(name, attempt -> Outcome.done()).limits(first, others));
  }
}
