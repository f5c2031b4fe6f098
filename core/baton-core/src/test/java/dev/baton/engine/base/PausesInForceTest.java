package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.cluster.Pause;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PausesInForceTest {
  private static final List<String> NAMES = List.of("a", "b", "");

  @Test
  void withoutPausesNothingIsPausedButEverythingIsBeforeTheFirstRead() {
    assertThat(PausesInForce.none().covers("a", new Flow("a", "a"))).isFalse();
    assertThat(PausesInForce.unknown().covers("a", new Flow("a", "a"))).isTrue();
    assertThat(PausesInForce.unknown().coversAllOf("a", "a")).isTrue();
  }

  @Test
  void pausesCoverEverythingThatAnyOneMatches() {
    Random random = new Random(4711);
    for (int round = 0; round < 300; round++) {
      List<Pause> pauses = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        pauses.add(any(random));
      }
      PausesInForce inForce = PausesInForce.none().next(pauses);
      for (String bucket : NAMES) {
        for (String type : NAMES) {
          for (String key : NAMES) {
            boolean expected = pauses.stream().anyMatch(p -> p.matches(bucket, type, key));
            assertThat(inForce.covers(bucket, new Flow(type, key)))
                .as("%s in %s", pauses, bucket + type + key)
                .isEqualTo(expected);
          }
          boolean all =
              pauses.stream().anyMatch(p -> p.key() == null && p.matches(bucket, type, "any"));
          assertThat(inForce.coversAllOf(bucket, type)).isEqualTo(all);
        }
      }
    }
  }

  @Test
  void eachVersionHasANewNumber() {
    PausesInForce first = PausesInForce.unknown();
    PausesInForce second = first.next(List.of());
    PausesInForce third = second.next(List.of(Pause.type("a")));
    assertThat(List.of(first.number(), second.number(), third.number())).doesNotHaveDuplicates();
  }

  private static Pause any(Random random) {
    while (true) {
      String bucket = nameOrNull(random);
      String type = nameOrNull(random);
      String key = nameOrNull(random);
      if (bucket != null || type != null || key != null) {
        return new Pause(bucket, type, key);
      }
    }
  }

  private static String nameOrNull(Random random) {
    int which = random.nextInt(NAMES.size() + 2);
    return which < NAMES.size() ? NAMES.get(which) : null;
  }
}
