package dev.baton.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
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

/** JSON by Jackson 3 and by Jackson 2: the same payloads, and the same words about bad ones. */
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
  void eachGenerationReadsWhatTheOtherWrites() {
    assertThat(TWO.decode(THREE.encode(PAYOUT), Payout.class)).isEqualTo(PAYOUT);
    assertThat(THREE.decode(TWO.encode(PAYOUT), Payout.class)).isEqualTo(PAYOUT);
    assertThat(new String(TWO.encode(PAYOUT).toArray(), StandardCharsets.UTF_8))
        .contains("\"2026-03-01T10:00:00.123456Z\"", "\"2026-03-01\"", "\"PT1M30.5S\"");
  }

  @Test
  void aConstantWithATextOfItsOwnIsReadByBoth() {
    Prices prices = new Prices(Currency.EURO, Map.of(Currency.EURO, 1));
    assertThat(TWO.decode(THREE.encode(prices), Prices.class)).isEqualTo(prices);
    assertThat(THREE.decode(TWO.encode(prices), Prices.class)).isEqualTo(prices);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void unknownFieldsAreIgnored(PayloadCodec codec) {
    assertThat(codec.decode(json("{'text':'a','amount':2,'new':[1]}"), Line.class))
        .isEqualTo(new Line("a", 2));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void whatOnlyANewerClassHasIsLeftToOthers(PayloadCodec codec) {
    assertThatThrownBy(() -> codec.decode(json("{'speed':'SECRET-1'}"), Payout.class))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining(Speed.class.getName())
        .hasMessageNotContaining("SECRET");
    assertThatThrownBy(() -> codec.decode(Bytes.of(new byte[] {1, 2, 3}), Payout.class))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining("another codec");
  }

  @Test
  void bothTellTheSameOfWhatTheyCannotRead() {
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
            .isInstanceOf(PayloadUnreadableException.class)
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
  void thePlaceIsToldWithoutKeysOfMaps(PayloadCodec codec) {
    String text = "{'payouts':[{'partner':'a','counts':{'SECRET-1':'SECRET-2'}}]}";
    assertThatThrownBy(() -> codec.decode(json(text), Wrapped.class))
        .isInstanceOf(PayloadUnreadableException.class)
        .hasMessageContaining("at /payouts[0]/counts[?], what stands there isn't a ")
        .hasMessageNotContaining("SECRET");
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void whatCannotBeWrittenIsToldWithoutItsContent(PayloadCodec codec) {
    Object refuses =
        new Object() {
          @SuppressWarnings("unused")
          public String getText() {
            throw new IllegalStateException("SECRET-1");
          }
        };
    assertThatThrownBy(() -> codec.encode(Optional.of(refuses).get()))
        .isInstanceOf(PayloadUnwritableException.class)
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
      throw new AssertionError("Nothing is made to see whether it can be read");
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void aClassThatNoJsonCanBeReadAsIsRefusedWithoutReadingAny(PayloadCodec codec) {
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
}
