package dev.baton.cassandra.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cassandra.shard.Gaps.Range;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Keys are sorted by their parts, and reads skip the gaps between them. */
class GapsTest {
  private final Gaps gaps = Gaps.NONE.replaced(range(0, 90), List.of(range(10, 20), range(30, 40)));

  private static RowKey key(int number) {
    return RowKey.of(2).number(number);
  }

  private static Range range(int from, int to) {
    return new Range(key(from), key(to));
  }

  @Test
  void readsSkipTheGaps() {
    assertThat(gaps.outside(range(0, 50)))
        .containsExactly(range(0, 10), range(20, 30), range(40, 50));
    assertThat(gaps.outside(range(15, 35))).containsExactly(range(20, 30));
    assertThat(gaps.outside(range(10, 20))).isEmpty();
    assertThat(gaps.outside(range(12, 18))).isEmpty();
    assertThat(gaps.outside(range(20, 30))).containsExactly(range(20, 30));
  }

  @Test
  void rowInsertedIntoGapIsRead() {
    for (int number = 10; number < 20; number++) {
      RowKey put = key(number);
      assertThat(gaps.without(put).outside(range(0, 50)))
          .anyMatch(part -> part.from().compareTo(put) <= 0 && put.compareTo(part.to()) < 0);
    }
    assertThat(gaps.without(key(20)).outside(range(0, 50))).isEqualTo(gaps.outside(range(0, 50)));
  }

  @Test
  void newGapsReplaceOnlyTheGapsOfTheirRange() {
    Gaps found = gaps.replaced(range(30, 90), List.of(range(50, 60)));
    assertThat(found.outside(range(0, 90)))
        .containsExactly(range(0, 10), range(20, 50), range(60, 90));
  }

  @Test
  void gapsAreReadAsWritten() {
    assertThat(Gaps.of(gaps.toBuffer()).outside(range(0, 50)))
        .isEqualTo(gaps.outside(range(0, 50)));
    assertThat(Gaps.of(Gaps.NONE.toBuffer()).outside(range(0, 50))).hasSize(1);
    Gaps removing = gaps.removing(3).without(key(15)).removing(4);
    assertThat(Gaps.of(removing.toBuffer()).removals()).isEqualTo(7);
    assertThat(removing.counted().removals()).isZero();
  }

  @Test
  void keysSortByTextsTimesAndIds() {
    RowKey start = RowKey.of(2);
    assertThat(start.text("a")).isLessThan(start.text("ab")).isLessThan(start.text("b"));
    assertThat(start.time(Instant.parse("1970-01-01T00:00:01Z")))
        .isLessThan(start.time(Instant.parse("2026-01-01T00:00:00Z")))
        .isLessThan(start.time(Instant.parse("9999-01-01T00:00:00Z")));
    assertThat(start.id(new UUID(1, 0))).isLessThan(start.id(new UUID(-1, 0)));
    assertThat(start.number(0xff).end()).isEqualTo(RowKey.of(3));
  }
}
