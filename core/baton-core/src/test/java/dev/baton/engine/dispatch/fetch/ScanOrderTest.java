package dev.baton.engine.dispatch.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.base.Definitions;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.Pauses;
import dev.baton.engine.dispatch.table.Candidates;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.FairShare;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests where scans continue, so that a definition with endless tasks hides no other tasks. */
final class ScanOrderTest {
  private static final int MAX_PAGES = 3;

  private final ScanOrder order = order(MAX_PAGES);

  private ScanOrder order(int maxPages) {
    return new ScanOrder(
        "default",
        new Definitions(List.of(definition("B"), definition("D|").asPrefix(), definition("X"))),
        Pauses.never(new Events(List.of())),
        maxPages);
  }

  @Test
  void scanSkipsToNextTypeAndNextScanContinues() {
    order.begin(false);
    leaveOff("D|1", "D|2", "D|3");
    order.end();
    assertThat(order.isUnfinished()).isTrue();
    order.begin(false);
    assertThat(order.after(at("D|0", ""))).isEqualTo(at("D|3", ""));
    assertThat(order.after(at("D|4", ""))).isEqualTo(at("D|4", ""));
    assertThat(order.after(at("X", "k"))).as("the type has ended").isEqualTo(at("X", "k"));
    order.end();
    assertThat(order.isUnfinished()).isFalse();
  }

  @Test
  void scanDoesNotContinueWithMissingType() {
    order.begin(false);
    leaveOff("D|1", "D|2", "D|3");
    order.end();
    order.begin(false);
    order.end();
    assertThat(order.isUnfinished()).isFalse();
  }

  @Test
  void undefinedTypesAreSkipped() {
    order.begin(false);
    assertThat(order.after(at("C|1", "k")).flow()).isEqualTo(new Flow("D|", ""));
    assertThat(order.after(at("C|1", "k")).priority()).isNegative();
    assertThat(order.after(at("Y", ""))).as("nothing behind").isNull();
  }

  @Test
  void scanContinuesPrefixOnBothSidesOfTypeWithinIt() {
    ScanOrder nested =
        new ScanOrder(
            "default",
            new Definitions(List.of(definition("D|").asPrefix(), definition("D|M"))),
            Pauses.never(new Events(List.of())),
            MAX_PAGES);
    nested.begin(false);
    nested.after(at("D|1", ""));
    nested.after(at("D|2", ""));
    assertThat(nested.after(at("D|3", "")).flow()).isEqualTo(new Flow("D|M", ""));
    assertThat(nested.after(at("D|M", "k"))).isEqualTo(at("D|M", "k"));
    nested.after(at("D|N", ""));
    nested.after(at("D|O", ""));
    assertThat(nested.after(at("D|P", ""))).as("no type is defined after it").isNull();
    nested.end();
    nested.begin(false);
    assertThat(nested.after(at("D|1", ""))).as("after the last scan").isEqualTo(at("D|3", ""));
    assertThat(nested.after(at("D|M", "k"))).isEqualTo(at("D|M", "k"));
    assertThat(nested.after(at("D|N", ""))).as("and behind").isEqualTo(at("D|P", ""));
  }

  @Test
  void skippedTypeWithinPrefixHidesNothingAfterIt() {
    ScanOrder nested =
        new ScanOrder(
            "default",
            new Definitions(
                List.of(
                    definition("D|").asPrefix(),
                    definition("D|M"),
                    definition("D|P").asPrefix(),
                    definition("D|Q"))),
            Pauses.never(new Events(List.of())),
            MAX_PAGES);
    nested.begin(false);
    nested.after(at("D|M", "1"));
    nested.after(at("D|M", "2"));
    assertThat(nested.after(at("D|M", "3")))
        .as("the wider prefix matches the next type, known or not")
        .isEqualTo(at("D|M", "3").skippingItsType());
    nested.after(at("D|P1", ""));
    nested.after(at("D|P2", ""));
    assertThat(nested.after(at("D|P3", "")).flow()).isEqualTo(new Flow("D|Q", ""));
    nested.after(at("D|Q", "1"));
    nested.after(at("D|Q", "2"));
    assertThat(nested.after(at("D|Q", "3"))).isEqualTo(at("D|Q", "3").skippingItsType());
    nested.after(at("D|Z", "1"));
    nested.after(at("D|Z", "2"));
    assertThat(nested.after(at("D|Z", "3"))).isNull();
  }

  /** Two keys with endless tasks are a crowd here, and don't end. */
  @Test
  void someScansContinueWithAKeyAfterACrowd() {
    Definitions definitions =
        new Definitions(List.of(definition("F").fair(FairShare.equal()), definition("X")));
    FairTurns turns = Objects.requireNonNull(definitions.turnsOf("default", "F", 2));
    turns.add(at("F", "a"));
    turns.add(at("F", "b"));
    ScanOrder crowded =
        new ScanOrder("default", definitions, Pauses.never(new Events(List.of())), MAX_PAGES);
    for (int i = 0; i < 2; i++) {
      crowded.begin(false);
      assertThat(crowded.after(at("F", "b")).flow()).isEqualTo(new Flow("X", ""));
      crowded.end();
    }
    crowded.begin(true);
    assertThat(crowded.after(at("F", "a"))).as("the place of before").isEqualTo(at("F", "b"));
    assertThat(crowded.after(at("F", "c")).flow()).as("one page").isEqualTo(new Flow("X", ""));
  }

  @Test
  void widerPrefixContinuesAfterSkippedPrefix() {
    ScanOrder nested =
        new ScanOrder(
            "default",
            new Definitions(
                List.of(
                    definition("D|").asPrefix(),
                    definition("D|M").asPrefix(),
                    definition("D|M|N").asPrefix(),
                    definition("X"))),
            Pauses.never(new Events(List.of())),
            MAX_PAGES);
    nested.begin(false);
    nested.after(at("D|M|N1", ""));
    nested.after(at("D|M|N2", ""));
    assertThat(nested.after(at("D|M|N3", "")).flow()).isEqualTo(new Flow("D|M|O", ""));
    nested.after(at("D|M|O1", ""));
    nested.after(at("D|M|O2", ""));
    assertThat(nested.after(at("D|M|O3", "")).flow()).isEqualTo(new Flow("D|N", ""));
    nested.after(at("D|N1", ""));
    nested.after(at("D|N2", ""));
    assertThat(nested.after(at("D|N3", "")).flow()).isEqualTo(new Flow("X", ""));
  }

  private void leaveOff(String first, String second, String last) {
    assertThat(order.after(at(first, ""))).isEqualTo(at(first, ""));
    assertThat(order.after(at(second, ""))).isEqualTo(at(second, ""));
    Candidate beyond = order.after(at(last, ""));
    assertThat(beyond).isNotNull();
    assertThat(beyond.flow()).isEqualTo(new Flow("X", ""));
  }

  private static Candidate at(String type, String key) {
    return Candidates.of(1, type, key, 5, 0);
  }

  private static Definition definition(String type) {
    return Definition.of(RawDefinition.of(type, attempt -> Outcome.done()));
  }
}
