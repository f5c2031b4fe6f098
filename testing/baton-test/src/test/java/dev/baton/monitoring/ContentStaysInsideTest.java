package dev.baton.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskType;
import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.StoredType;
import dev.baton.crypto.EncryptedCodec;
import dev.baton.crypto.KeyRing;
import dev.baton.crypto.PayloadKey;
import dev.baton.handler.TaskDefinition;
import dev.baton.json.JacksonCodec;
import dev.baton.operate.PastAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Errors about an unreadable payload contain only the place and the kind. A word from its fields is
 * in no error, log line, exception, cause or explanation.
 */
class ContentStaysInsideTest {
  private static final String CANARY = "PIN-4711";
  private static final PayloadKey KEY = PayloadKey.of("k", "0123456789abcdef".getBytes(UTF_8));

  /** Public for Jackson. */
  public enum Kind {
    CARD
  }

  /** Public for Jackson. */
  public record Inner(int amount) {
    /** Refuses its input with a message that quotes it. */
    public Inner {
      if (amount == 4711) {
        throw new IllegalArgumentException("PIN-" + amount + " isn't an amount");
      }
    }
  }

  /** Public for Jackson. */
  public record Payload(
      int amount, Kind kind, Inner inner, Map<String, Inner> byName, List<Inner> many) {}

  /** Throws an exception that quotes its input. */
  private static final class Quoting implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(value.toString());
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      Throwable cause = new IllegalStateException("I read " + bytes.toText());
      throw new IllegalArgumentException("I can't read " + bytes.toText(), cause);
    }
  }

  /** An exception whose cause quotes the content. */
  private static final class QuotingAsACause implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(value.toString());
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      throw new PayloadException(
          "It can't be read", new IllegalArgumentException("I read " + bytes.toText()));
    }
  }

  private static List<String> unreadable() {
    return List.of(
        "{\"amount\":\"PIN-4711\"}",
        "{\"kind\":\"PIN-4711\"}",
        "{\"inner\":\"PIN-4711\"}",
        "{\"inner\":{\"amount\":4711}}",
        "{\"byName\":{\"PIN-4711\":{\"amount\":4711}}}",
        "{\"byName\":{\"PIN-4711\":{\"amount\":\"PIN-4711\"}}}",
        "{\"many\":[{\"amount\":1},{\"amount\":\"PIN-4711\"}]}",
        "{\"PIN-4711\":1}",
        "{\"amount\":1,\"amount\":PIN-4711}",
        "PIN-4711",
        "\"PIN-4711\"",
        "[\"PIN-4711\"]",
        "{\"amount\":1} PIN-4711",
        "{\"amount\":99999999999999999999,\"PIN-4711\":\"PIN-4711",
        "\u0001PIN-4711",
        "<pin>PIN-4711</pin>");
  }

  static Stream<Arguments> codecsAndPayloads() {
    PayloadCodec strict =
        new JacksonCodec(
            JsonMapper.builder()
                .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build());
    Map<String, PayloadCodec> codecs =
        Map.of(
            "json",
            strict,
            "encrypted",
            EncryptedCodec.of("T", strict, KeyRing.of(KEY)),
            "quoting",
            new Quoting(),
            "quoting as a cause",
            new QuotingAsACause());
    return unreadable().stream()
        .flatMap(
            payload ->
                codecs.entrySet().stream()
                    .map(codec -> Arguments.of(codec.getKey(), payload, codec.getValue())));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("codecsAndPayloads")
  void whatCannotBeReadIsToldOfWithoutItsContent(String name, String payload, PayloadCodec codec) {
    TaskType<Payload, Payload> type = TaskType.of("T", Payload.class, Payload.class).codec(codec);
    met(type, stored(codec, Bytes.of(payload)));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void whatIsCompressedAsWell(String payload) {
    TaskType<Payload, Payload> type =
        TaskType.of("T", Payload.class, Payload.class)
            .codec(new Quoting())
            .compressed(Compression.GZIP);
    met(type, Bytes.of(payload));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void anUpcasterThatQuotesWhatItIsGiven(String payload) {
    TaskType<Payload, Payload> type =
        TaskType.of("T", Payload.class, Payload.class)
            .codec(
                new PayloadCodec() {
                  @Override
                  public Bytes encode(Object value) {
                    return Bytes.of(value.toString());
                  }

                  @Override
                  public <T> T decode(Bytes bytes, Class<T> target) {
                    return target.cast(bytes.toText());
                  }
                })
            .version(2)
            .reads(
                1,
                String.class,
                old -> {
                  throw new NumberFormatException("For input string: " + old);
                });
    met(type, Bytes.of(payload));
  }

  private static Bytes stored(PayloadCodec codec, Bytes raw) {
    return codec instanceof EncryptedCodec
        ? EncryptedCodec.of("T", new AsItIs(), KeyRing.of(KEY)).encode(raw)
        : raw;
  }

  /** Writes bytes unchanged. */
  private static final class AsItIs implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return (Bytes) value;
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      return type.cast(bytes);
    }
  }

  private static void met(TaskType<Payload, Payload> type, Bytes stored) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    StringBuilder told = new StringBuilder();
    try (TestBaton cluster =
        TestBaton.inMemory()
            .define(TaskDefinition.of(type).handler((payload, attempt) -> payload))
            .start()) {
      UUID id = cluster.add(TaskType.of("T", Bytes.class).with(stored));
      cluster.drain();
      cluster.advance(Duration.ofHours(2));
      assertThat(cluster.task(id).status()).isEqualTo(Status.ERROR);
      cluster.baton().operations().task(id).attempts().stream()
          .map(PastAttempt::error)
          .forEach(told::append);
      told.append(cluster.baton().operations().task(id).explain().text());
      told.append(thrown(() -> StoredType.of(type).result(stored)));
    } finally {
      root.detachAppender(log);
    }
    String lines =
        log.list.stream().map(ContentStaysInsideTest::whole).collect(Collectors.joining());
    assertThat(told + lines)
        .containsAnyOf("PayloadException", "UnknownHereException")
        .doesNotContain(CANARY);
  }

  private static String whole(ILoggingEvent event) {
    @Nullable IThrowableProxy thrown = event.getThrowableProxy();
    return event.getFormattedMessage()
        + (thrown == null ? "" : ThrowableProxyUtil.asString(thrown));
  }

  private static String thrown(Runnable work) {
    try {
      work.run();
      return "";
    } catch (RuntimeException broken) {
      StringBuilder all = new StringBuilder();
      for (Throwable one = broken; one != null; one = one.getCause()) {
        all.append(one);
      }
      return all.toString();
    }
  }
}
