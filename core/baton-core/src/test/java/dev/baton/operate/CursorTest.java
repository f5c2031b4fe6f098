package dev.baton.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorTest {
  private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-000000000001");

  @Test
  void textOfACursorIsReadAgainAndNeedsNoEscaping() {
    List<Cursor> cursors =
        List.of(
            new Cursor(Instant.parse("2026-03-01T08:30:00.5Z"), ID),
            new Cursor(null, ID),
            Cursor.name("close books/ü%+ ~"),
            Cursor.name(ID.toString()));
    assertThat(cursors).doesNotHaveDuplicates();
    for (Cursor cursor : cursors) {
      assertThat(cursor.text()).matches("[A-Za-z0-9_~-]+");
      assertThat(Cursor.parse(cursor.text())).isEqualTo(cursor).hasSameHashCodeAs(cursor);
    }
    assertThat(Cursor.parse(cursors.get(2).text()).name()).isEqualTo("close books/ü%+ ~");
  }

  @Test
  void cursorOfAnotherListIsRefused() {
    assertThatThrownBy(() -> new Cursor(null, ID).name())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is a cursor of another list");
    assertThatThrownBy(() -> Cursor.name("daily").id())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is a cursor of another list");
    for (String wrong : List.of("", "~*", "x", "_", "5_x")) {
      assertThatThrownBy(() -> Cursor.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("isn't a cursor");
    }
  }
}
