package dev.baton.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceTest {
  private static final Place ONE = new Place("b", "T");

  @Test
  void twoThatAreAlikeAreEqualAndEquallyFarInOrder() {
    Place same = new Place("b", "T");
    assertThat(same).isEqualTo(ONE).hasSameHashCodeAs(ONE).isEqualByComparingTo(ONE);
  }

  @Test
  void placesAreInOrderOfBucketsAndThenOfTypes() {
    assertThat(ONE).isLessThan(new Place("b", "U")).isLessThan(new Place("c", "A"));
    assertThat(ONE).isNotEqualTo(new Place("b", "U")).isNotEqualTo(new Place("c", "T"));
  }
}
