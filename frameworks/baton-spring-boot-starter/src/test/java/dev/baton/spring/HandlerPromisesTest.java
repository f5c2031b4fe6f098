package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.task.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableAsync;

/** Tests that a handler's signature is read as declared. */
class HandlerPromisesTest {
  record Payout(String to, int amount) {}

  private static final String LONG_TEXT = "anna ".repeat(200);

  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(Noted.class);

  @Configuration(proxyBeanMethods = false)
  @EnableAsync
  static class Noted {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }
  }

  /** Encodes texts in upper case, so that a test notices data that was not decoded. */
  private static final class Shouting implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return value instanceof Bytes bytes
          ? Bytes.of("!" + bytes.toText())
          : Bytes.of("!" + ((String) value).toUpperCase(Locale.ROOT));
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      String text = bytes.toText().substring(1);
      return type.cast(type == Bytes.class ? Bytes.of(text) : text.toLowerCase(Locale.ROOT));
    }
  }

  record TextHandler(Arrivals arrivals) {
    @TaskHandler("TEXT")
    void text(String payload) {
      arrivals.saw(payload);
    }
  }

  record BytesHandler(Arrivals arrivals) {
    @TaskHandler("TEXT")
    void bytes(Bytes payload) {
      arrivals.saw(payload.toText());
    }
  }

  private static final TaskType<String, Void> TEXT = TaskType.of("TEXT", String.class);

  private <P> void reads(
      Class<?> handler, TaskType<P, Void> bean, TaskType<?, Void> adding, Object sent, String got) {
    runner
        .withBean(handler)
        .withBean("text", TaskType.class, () -> bean)
        .run(
            context -> {
              context.getBean(Tasks.class).add(request(adding, sent));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo(got);
            });
  }

  @SuppressWarnings("unchecked") // each test sends what its type accepts
  private static <P> TaskRequest<?, ?> request(TaskType<P, Void> type, Object sent) {
    return type.with((P) sent);
  }

  @Test
  void stringWithTypeBeanIsTheSentString() {
    reads(TextHandler.class, TEXT, TEXT, "hello", "hello");
  }

  @Test
  void aCompressedStringIsExpanded() {
    TaskType<String, Void> compressed = TEXT.compressed(Compression.GZIP);
    reads(TextHandler.class, compressed, compressed, LONG_TEXT, LONG_TEXT);
  }

  @Test
  void stringOfOlderVersionIsUpgraded() {
    TaskType<String, Void> second = TEXT.version(2).reads(1, String.class, old -> "new " + old);
    reads(TextHandler.class, second, TEXT, "hello", "new hello");
  }

  @Test
  void stringIsReadByTheCodecOfItsType() {
    TaskType<String, Void> coded = TEXT.codec(new Shouting());
    reads(TextHandler.class, coded, coded, "hello", "hello");
  }

  @Test
  void bytesAreReadByTheCodecOfTheirType() {
    TaskType<Bytes, Void> coded = TaskType.of("TEXT", Bytes.class).codec(new Shouting());
    reads(BytesHandler.class, coded, coded, Bytes.of("hello"), "hello");
  }

  @Test
  void compressedPayloadIsExpandedWithoutTypeBean() {
    runner
        .withBean(TextHandler.class)
        .run(
            context -> {
              context.getBean(Tasks.class).add(TEXT.compressed(Compression.GZIP).with(LONG_TEXT));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo('"' + LONG_TEXT + '"');
            });
  }

  @Test
  void classOtherThanThatOfTheTypeBeanIsRefused() {
    runner
        .withBean(TextHandler.class)
        .withBean("text", TaskType.class, () -> TaskType.of("TEXT", Payout.class))
        .run(context -> refused(context, "TextHandler.text takes a java.lang.String, but"));
  }

  static class ListHandler {
    @TaskHandler("LIST")
    void list(List<Payout> payouts) {}
  }

  static class MapHandler {
    @TaskHandler("MAP")
    void map(Map<String, Payout> payouts) {}
  }

  record Treelike(Arrivals arrivals) {
    @TaskHandler("TREE")
    void tree(Map<String, Object> payload) {
      arrivals.saw(payload.toString());
    }
  }

  abstract static class Generic<P> {
    @TaskHandler("GENERIC")
    void handle(P payload) {}
  }

  static class OfPayouts extends Generic<Payout> {}

  @Test
  void listOrMapOfClassIsRefusedWithRemedy() {
    runner
        .withBean(ListHandler.class)
        .run(context -> refused(context, "ListHandler.list takes a java.util.List<"));
    runner
        .withBean(MapHandler.class)
        .run(context -> refused(context, "MapHandler.map takes a java.util.Map<"));
    runner
        .withBean(ListHandler.class)
        .withBean("list", TaskType.class, () -> TaskType.of("LIST", List.class))
        .run(context -> refused(context, "ListHandler.list takes a java.util.List<"));
    runner.withBean(OfPayouts.class).run(context -> refused(context, "Generic.handle takes a P"));
  }

  @Test
  void mapOfAnyValuesIsRead() {
    runner
        .withBean(Treelike.class)
        .run(
            context -> {
              context
                  .getBean(Tasks.class)
                  .add(TaskType.of("TREE", Map.class).with(Map.of("to", "anna")));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("{to=anna}");
            });
  }

  record Parts(Arrivals arrivals) {
    @TaskHandler("BYTE_ARRAY")
    void array(byte[] payload) {
      arrivals.saw(new String(payload, StandardCharsets.UTF_8));
    }

    @TaskHandler("INT")
    void number(int payload) {
      arrivals.saw("" + payload);
    }

    @TaskHandler("ARRAY")
    void payouts(Payout[] payload) {
      arrivals.saw(List.of(payload).toString());
    }

    @TaskHandler("OVERLOADED_A")
    void overloaded(String payload) {
      arrivals.saw("text " + payload);
    }

    @TaskHandler("OVERLOADED_B")
    void overloaded(Payout payload) {
      arrivals.saw("payout " + payload.to());
    }
  }

  @Test
  void bytesNumbersArraysAndOverloadsFollowTheirSignatures() {
    Payout anna = new Payout("anna", 5);
    Map<TaskRequest<?, ?>, String> reads = new LinkedHashMap<>();
    reads.put(TaskType.of("BYTE_ARRAY", Bytes.class).with(Bytes.of("raw")), "raw");
    reads.put(TaskType.of("INT", Integer.class).with(7), "7");
    reads.put(TaskType.of("ARRAY", Payout[].class).with(new Payout[] {anna}), "[" + anna + "]");
    reads.put(TaskType.of("OVERLOADED_A", Bytes.class).with(Bytes.of("x")), "text x");
    reads.put(TaskType.of("OVERLOADED_B", Payout.class).with(anna), "payout anna");
    runner
        .withBean(Parts.class)
        .run(
            context -> {
              for (Map.Entry<TaskRequest<?, ?>, String> one : reads.entrySet()) {
                context.getBean(Tasks.class).add(one.getKey());
                assertThat(context.getBean(Arrivals.class).next()).isEqualTo(one.getValue());
              }
            });
  }

  record Answering(Arrivals arrivals) {
    @TaskHandler("TEXT")
    Payout answer(String payload) {
      return new Payout(payload, 1);
    }
  }

  @Test
  void resultOtherThanThatOfTheTypeIsRefused() {
    runner
        .withBean(Answering.class)
        .withBean("text", TaskType.class, () -> TEXT)
        .run(context -> refused(context, "the result of the TaskType 'TEXT' is none"));
    runner
        .withBean(Answering.class)
        .withBean("text", TaskType.class, () -> TaskType.of("TEXT", String.class, Integer.class))
        .run(context -> refused(context, "returns a dev.baton.spring.HandlerPromisesTest$Payout"));
  }

  @Test
  void annotationAndDefinitionOfOneTypeAreRefused() {
    runner
        .withBean(TextHandler.class)
        .withBean("text", TaskType.class, () -> TEXT)
        .withBean(
            "definition",
            TaskDefinition.class,
            () -> TaskDefinition.of(TEXT).handler((payload, attempt) -> {}))
        .run(context -> refused(context, "The type TEXT is defined twice"));
  }

  record Writing(Arrivals arrivals, JdbcTemplate jdbc) {
    @TaskHandler(value = "RETURNING", transactional = true)
    Outcome<?> returning(Attempt attempt) {
      return attempted(attempt, () -> Outcome.retryAfter(Duration.ofMillis(1), "again"));
    }

    @TaskHandler(value = "COMMITTING", transactional = true)
    Outcome<?> committing(Attempt attempt) {
      return attempted(attempt, () -> Outcome.commitAndRetryAfter(Duration.ofMillis(1), "again"));
    }

    @TaskHandler(value = "THROWING", transactional = true)
    Outcome<?> throwing(Attempt attempt) {
      return attempted(
          attempt,
          () -> {
            throw new IllegalStateException("again");
          });
    }

    private Outcome<?> attempted(Attempt attempt, Supplier<Outcome<?>> first) {
      if (attempt.number() > 1) {
        arrivals.saw("rows " + jdbc.queryForObject("SELECT count(*) FROM written", Integer.class));
        return Outcome.done();
      }
      jdbc.update("INSERT INTO written VALUES (1)");
      return first.get();
    }
  }

  @Test
  void returnedRetryRollsBackUnlessItCommits() {
    secondAttemptSees("RETURNING", "rows 0");
    secondAttemptSees("COMMITTING", "rows 1");
  }

  @Test
  void exceptionOfTransactionalHandlerRollsBack() {
    secondAttemptSees("THROWING", "rows 0");
  }

  private void secondAttemptSees(String type, String rows) {
    runner
        .withBean(Writing.class)
        .run(
            context -> {
              JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
              jdbc.execute("DROP TABLE IF EXISTS written");
              jdbc.execute("CREATE TABLE written (n INT)");
              context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of(type)));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo(rows);
            });
  }

  private static void refused(
      org.springframework.boot.test.context.assertj.AssertableApplicationContext context,
      String words) {
    assertThat(context).getFailure().hasStackTraceContaining(words);
  }

  abstract static class ReceiptWriter<R> {
    abstract R receipt();

    @TaskHandler("RECEIPT")
    R answers() {
      return receipt();
    }
  }

  static final class Receipts extends ReceiptWriter<String> {
    @Override
    String receipt() {
      return "paid";
    }
  }

  @Test
  void resultOfGenericMethodHasTheClassOfItsBean() {
    TaskType<Void, String> type = TaskType.of("RECEIPT", Void.class, String.class);
    runner
        .withBean(Receipts.class)
        .withBean("receipt", TaskType.class, () -> type)
        .run(context -> assertThat(context).hasNotFailed());
  }
}
