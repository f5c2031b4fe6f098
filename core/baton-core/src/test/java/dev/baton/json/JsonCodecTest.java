package dev.baton.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Tests that Jackson 3 and Jackson 2 write the same payloads and report the same errors. */
class JsonCodecTest {
  private static final PayloadCodec THREE = new JacksonCodec();
  private static final PayloadCodec TWO = new Jackson2Codec();

  enum Speed {
    SLOW,
    FAST
  }

  enum Currency {
    EURO("Euro");

    private final String said;

    Currency(String said) {
      this.said = said;
    }

    @Override
    public String toString() {
      return said;
    }
  }

  record Prices(Currency first, Map<Currency, Integer> all) {}

  record Line(String text, int amount) {}

  record Payout(
      String partner,
      long cents,
      BigDecimal rate,
      Instant at,
      LocalDate day,
      Duration patience,
      Speed speed,
      List<Line> lines,
      Map<String, Integer> counts) {}

  record Wrapped(List<Payout> payouts) {}

  private static final Payout PAYOUT =
      new Payout(
          "ada",
          4711,
          new BigDecimal("1.50"),
          Instant.parse("2026-03-01T10:00:00.123456Z"),
          LocalDate.parse("2026-03-01"),
          Duration.ofMillis(90_500),
          Speed.FAST,
          List.of(new Line("Łódź \"x\"", 1)),
          Map.of("a", 1));

  static Stream<PayloadCodec> codecs() {
    return Stream.of(THREE, TWO);
  }

  @Test
  void bothJacksonsReadEachOthersPayloads() {
    assertThat(TWO.decode(THREE.encode(PAYOUT), Payout.class)).isEqualTo(PAYOUT);
    assertThat(THREE.decode(TWO.encode(PAYOUT), Payout.class)).isEqualTo(PAYOUT);
    assertThat(new String(TWO.encode(PAYOUT).toArray(), StandardCharsets.UTF_8))
        .contains("\"2026-03-01T10:00:00.123456Z\"", "\"2026-03-01\"", "\"PT1M30.5S\"");
  }

  @Test
  void enumConstantWithCustomTextIsReadByBoth() {
    Prices prices = new Prices(Currency.EURO, Map.of(Currency.EURO, 1));
    assertThat(TWO.decode(THREE.encode(prices), Prices.class)).isEqualTo(prices);
    assertThat(THREE.decode(TWO.encode(prices), Prices.class)).isEqualTo(prices);
  }

  record Times(
      ZonedDateTime earlier,
      ZonedDateTime later,
      ZonedDateTime utc,
      OffsetDateTime offset,
      Map<ZonedDateTime, Integer> counts) {}

  @Test
  void timesKeepTheirZoneAndOffset() {
    ZonedDateTime later = ZonedDateTime.parse("2026-10-25T02:30+01:00[Europe/Berlin]");
    Times times =
        new Times(
            later.withEarlierOffsetAtOverlap(),
            later,
            later.withZoneSameInstant(ZoneId.of("UTC")),
            later.toOffsetDateTime(),
            Map.of(later, 1));
    for (PayloadCodec writer : List.of(THREE, TWO)) {
      for (PayloadCodec reader : List.of(THREE, TWO)) {
        assertThat(reader.decode(writer.encode(times), Times.class)).isEqualTo(times);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void missingNumberIsNamed(PayloadCodec codec) {
    assertThatThrownBy(() -> codec.decode(json("{'text':'a'}"), Line.class))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining(
            "at /amount, the field of type int is missing or null; it needs a default or a newer"
                + " payload version");
    assertThatThrownBy(() -> codec.decode(json("{'text':'a','amount':[]}"), Line.class))
        .hasMessageContaining("the value there isn't a int");
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void unknownFieldsAreIgnored(PayloadCodec codec) {
    assertThat(codec.decode(json("{'text':'a','amount':2,'new':[1]}"), Line.class))
        .isEqualTo(new Line("a", 2));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void valuesOfNewerClassesAreLeftToOtherNodes(PayloadCodec codec) {
    assertThatThrownBy(() -> codec.decode(json("{'speed':'SECRET-1'}"), Payout.class))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining(Speed.class.getName())
        .hasMessageNotContaining("SECRET");
    assertThatThrownBy(() -> codec.decode(Bytes.of(new byte[] {1, 2, 3}), Payout.class))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining("another codec");
  }

  @Test
  void bothReportUnreadablePayloadsTheSameWay() {
    for (String text :
        List.of(
            "{'text':'a','amount':'SECRET-1'}",
            "{'text':['SECRET-1'],'amount':1}",
            "{'text':'a'}",
            "{'text':'a','amount':null}",
            "{'text':'SECRET-1",
            "{'text':'a','amount':1} SECRET-1",
            "'SECRET-1'",
            "[]",
            "null")) {
      List<String> told = new ArrayList<>();
      for (PayloadCodec codec : List.of(THREE, TWO)) {
        assertThatThrownBy(() -> codec.decode(json(text), Line.class))
            .isInstanceOf(PayloadException.class)
            .hasMessageNotContaining("SECRET")
            .satisfies(
                thrown -> {
                  told.add(thrown.getMessage());
                  for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                    assertThat(String.valueOf(cause.getMessage())).doesNotContain("SECRET");
                  }
                });
      }
      assertThat(told.get(1)).as(text).isEqualTo(told.get(0));
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void pathHidesMapKeys(PayloadCodec codec) {
    String text = "{'payouts':[{'partner':'a','counts':{'SECRET-1':'SECRET-2'}}]}";
    assertThatThrownBy(() -> codec.decode(json(text), Wrapped.class))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("at /payouts[0]/counts[?], the value there isn't a ")
        .hasMessageNotContaining("SECRET");
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void unwritablePayloadIsReportedWithoutItsContent(PayloadCodec codec) {
    Object refuses =
        new Object() {
          @SuppressWarnings("unused")
          public String getText() {
            throw new IllegalStateException("SECRET-1");
          }
        };
    assertThatThrownBy(() -> codec.encode(Optional.of(refuses).get()))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("/text")
        .hasMessageContaining("IllegalStateException")
        .hasMessageNotContaining("SECRET");
  }

  private static Bytes json(String text) {
    return Bytes.of(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  interface Shape {}

  static final class Unmakeable {
    Unmakeable(Thread one, Line other) {}
  }

  static final class Refusing {
    @JsonCreator
    Refusing(@JsonProperty("text") String text) {
      throw new AssertionError("The check must not create an instance");
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void unreadableClassIsRefusedWithoutReadingJson(PayloadCodec codec) {
    for (Class<?> type : List.of(Shape.class, InputStream.class, Unmakeable.class)) {
      assertThatThrownBy(() -> codec.requireReadable(type))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("No JSON can be read as a " + type.getName());
    }
    for (Class<?> type :
        List.of(
            Payout.class,
            Prices.class,
            Refusing.class,
            Speed.class,
            String.class,
            Integer.class,
            Line[].class,
            byte[].class,
            Map.class,
            List.class,
            Collection.class,
            Number.class,
            CharSequence.class,
            Object.class,
            LocalDate.class,
            UUID.class)) {
      codec.requireReadable(type);
    }
  }

  sealed interface Means {}

  record Bank(String account) implements Means {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes(@JsonSubTypes.Type(Check.class))
  sealed interface Told {}

  record Check(long number) implements Told {}

  record Direct(String text, Means means) {}

  record InList(List<? extends Means> means) {}

  record InMap(Map<String, Means[]> means) {}

  record Deeper(int number, Direct direct) {}

  static class Bean {
    public Means means;
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void unreadablePlaceInClassIsNamed(PayloadCodec codec) {
    Map<Class<?>, String> places =
        Map.of(
            Direct.class, "/means",
            InList.class, "/means[]",
            InMap.class, "/means[][]",
            Deeper.class, "/direct/means",
            Bean.class, "/means");
    places.forEach(
        (type, place) ->
            assertThatThrownBy(() -> codec.requireReadable(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                    "No JSON can be read as a "
                        + Means.class.getName()
                        + ", which is at "
                        + place
                        + " of "
                        + type.getName()));
  }

  record Tree(String name, List<Tree> children, Map<String, Optional<Tree>> byName) {}

  record Allowed(
      Told told,
      List<Told> all,
      Object any,
      Comparable<String> comparable,
      CharSequence text,
      Number number,
      Map<Speed, int[]> counts,
      Collection<URI> places,
      @JsonIgnore Means ignored,
      @JsonDeserialize(as = Bank.class)
          @com.fasterxml.jackson.databind.annotation.JsonDeserialize(as = Bank.class)
          Means means) {}

  static class Hidden {
    public String text;
    private transient Means means;
    private Means unseen;
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void annotatedPropertiesAreNoObstacle(PayloadCodec codec) {
    for (Class<?> type : List.of(Tree.class, Allowed.class, Hidden.class, Times.class)) {
      codec.requireReadable(type);
    }
  }
}
