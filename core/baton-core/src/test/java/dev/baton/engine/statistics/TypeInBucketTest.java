package dev.baton.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypeInBucketTest {
  private static final TypeInBucket ONE = new TypeInBucket("b", "T");

  @Test
  void equalPlacesAreEqualInOrder() {
    TypeInBucket same = new TypeInBucket("b", "T");
    assertThat(same).isEqualTo(ONE).hasSameHashCodeAs(ONE).isEqualByComparingTo(ONE);
  }

  @Test
  void placesAreSortedByBucketThenType() {
    assertThat(ONE).isLessThan(new TypeInBucket("b", "U")).isLessThan(new TypeInBucket("c", "A"));
    assertThat(ONE)
        .isNotEqualTo(new TypeInBucket("b", "U"))
        .isNotEqualTo(new TypeInBucket("c", "T"));
  }
}
