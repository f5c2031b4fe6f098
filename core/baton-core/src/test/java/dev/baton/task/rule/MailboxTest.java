package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which wait takes which signal. */
class MailboxTest {
  private static final Instant UNTIL = Instant.parse("2026-05-01T08:00:00.000001Z");

  private final List<SignalNote> notes = new ArrayList<>();

  private Mailbox box() {
    return Mailbox.of(notes);
  }

  private void sent(String name, String value) {
    notes.add(box().next(name, Bytes.of(value)));
  }

  private String value(String name, int number) {
    Bytes value = box().answer(name, number).value();
    return value == null ? "nothing" : value.toText();
  }

  @Test
  void waitsForANameTakeItsSignalsInOrder() {
    sent("a", "1");
    sent("b", "other");
    sent("a", "2");
    assertThat(value("a", 1)).isEqualTo("1");
    assertThat(value("a", 2)).isEqualTo("2");
    assertThat(value("b", 1)).isEqualTo("other");
    assertThat(box().answer("a", 3).isOpen()).isTrue();
    assertThat(box().kept()).isEqualTo(3);
  }

  @Test
  void aWaitWhoseTimeIsOverTakesNone() {
    notes.add(SignalNote.waits("a", 1, UNTIL).over());
    sent("a", "late");
    assertThat(box().answer("a", 1)).isEqualTo(new Mailbox.Answer(null, false, null));
    assertThat(value("a", 2)).isEqualTo("late");
    assertThat(box().read(Map.of("a", 1))).isEmpty();
    assertThat(box().read(Map.of("a", 2))).containsExactly(notes.get(1));
  }

  @Test
  void aCodeSaysThatAWaitIsOverAndItsTimeIsKept() {
    SignalNote lasts = SignalNote.waits("a", 1, UNTIL);
    assertThat(lasts.content().toArray()).hasSize(13).startsWith(0);
    assertThat(lasts.isOver()).isFalse();
    SignalNote over = lasts.over();
    assertThat(over.content().toArray()).hasSize(13).startsWith(1);
    assertThat(over.isOver()).isTrue();
    assertThat(over.until()).isEqualTo(lasts.until()).isEqualTo(UNTIL);
    assertThat(over.waitsUntil(UNTIL)).isEqualTo(lasts);
  }

  @Test
  void aWaitLastsUntilItsSignalIsThere() {
    notes.add(SignalNote.waits("a", 1, UNTIL));
    sent("b", "not it");
    assertThat(box().answer("a", 1)).isEqualTo(new Mailbox.Answer(null, true, UNTIL));
    assertThat(box().open(UNTIL)).isEqualTo(notes.get(0));
    sent("a", "it");
    assertThat(value("a", 1)).isEqualTo("it");
    assertThat(box().open(UNTIL)).isNull();
  }

  @Test
  void severalOpenWaitsEachAwaitTheirName() {
    notes.add(SignalNote.waits("a", 1, UNTIL.plusSeconds(1)));
    notes.add(SignalNote.waits("b", 1, UNTIL));
    assertThat(box().open(UNTIL)).isEqualTo(notes.get(1));
    assertThat(box().awaits("a")).isTrue();
    assertThat(box().awaits("b")).isTrue();
    sent("b", "it");
    assertThat(box().open(UNTIL)).isEqualTo(notes.get(0));
    assertThat(box().awaits("b")).isFalse();
  }

  @Test
  void readSignalsAreRemovedAndTheRestKeepTheirOrder() {
    sent("a", "1");
    sent("a", "2");
    notes.removeAll(box().read(Map.of("a", 1, "b", 0)));
    sent("a", "3");
    assertThat(value("a", 1)).isEqualTo("2");
    assertThat(value("a", 2)).isEqualTo("3");
  }
}
