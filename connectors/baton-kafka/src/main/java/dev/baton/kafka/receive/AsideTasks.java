package dev.baton.kafka.receive;

import dev.baton.api.TaskRequest;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.kafka.send.KafkaMessage.Header;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Creates task requests from messages. A converter's request gets its id from its message. A
 * message that can't be converted becomes a task that sets it aside: the payload is the unchanged
 * value of the message, and the traits have everything else. Such a task tries the failed step once
 * more, and stops in ERROR. After a deployment or an edit of the payload, a manual retry processes
 * the message. Thread-safe.
 */
final class AsideTasks {
  static final String TYPE = "KAFKA_ASIDE";

  private static final String ROUTE = "kafka.route";
  private static final String TOPIC = "kafka.topic";
  private static final String PARTITION = "kafka.partition";
  private static final String OFFSET = "kafka.offset";
  private static final String TIMESTAMP = "kafka.timestamp";
  private static final String KEY = "kafka.key";
  private static final String HEADERS = "kafka.headers";
  private static final String CUT = "kafka.cut";
  private static final int MAX_EXTRA_CHARACTERS = 6_000;
  private static final int LONGEST_SUB_TYPE = 120;

  private final Routes routes;
  private final Duration remember;

  /**
   * @param remember how long a message is known to be processed, whatever happens to its task
   */
  AsideTasks(Routes routes, Duration remember) {
    this.routes = routes;
    this.remember = remember;
  }

  /** Thrown to stop the task at once: only a person knows whether another try helps. */
  static final class NotTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotTaken(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  TaskDefinition<?, ?> definition(String bucket) {
    return RawDefinition.of(TYPE, this::run).bucket(bucket).retry(Retry.never());
  }

  /**
   * Returns the converter's request, with an id and a key derived from the message.
   *
   * @throws PayloadException if the converter throws; it doesn't include the converter's message,
   *     since parsers often quote their input and this exception is logged and stored
   * @throws InterruptedException if the converter throws it
   */
  Optional<TaskRequest<?, ?>> convert(Route.ToTask route, ReceivedMessage message)
      throws InterruptedException {
    Optional<TaskRequest<?, ?>> made;
    try {
      made = route.converter().toTask(message);
    } catch (PayloadException | InterruptedException told) {
      throw told;
    } catch (Exception broken) {
      throw new PayloadException("its converter threw " + broken.getClass().getName(), broken);
    }
    return made.map(request -> named(request, route.name(), message));
  }

  private TaskRequest<?, ?> named(TaskRequest<?, ?> request, String what, ReceivedMessage message) {
    UUID derived = MessageIds.of(what, message);
    RequestFields said = RequestFields.withoutPayload(request);
    UUID own = said.id();
    UUID id = own == null ? derived : own;
    String key = said.uniqueKey();
    return key == null
        ? RequestFields.named(
            request, id, "kafka " + derived, new TaskKey.KeyRetention(remember, false))
        : RequestFields.named(request, id, key, said.keyRetention());
  }

  /** Returns a task that contains the message and stops in ERROR. */
  TaskRequest<?, ?> aside(Route route, ReceivedMessage message) {
    Map<String, String> traits = new TreeMap<>();
    traits.put(ROUTE, route.name());
    traits.put(TOPIC, message.topic());
    traits.put(PARTITION, String.valueOf(message.partition()));
    traits.put(OFFSET, String.valueOf(message.offset()));
    traits.put(TIMESTAMP, String.valueOf(message.timestamp()));
    Bytes key = message.key();
    String keyText = key == null ? null : base64(key);
    String headers = text(message.headers());
    List<String> cut = new ArrayList<>();
    if (headers.length() + (keyText == null ? 0 : keyText.length()) > MAX_EXTRA_CHARACTERS) {
      cut.add("key and headers");
    } else {
      traits.put(HEADERS, headers);
      if (keyText != null) {
        traits.put(KEY, keyText);
      }
    }
    Bytes value = message.value();
    if (value != null && value.length() > TaskSpec.MAX_PAYLOAD_BYTES) {
      cut.add("value");
      value = null;
    }
    TaskRequest<?, ?> request =
        RequestFields.request(TYPE, value)
            .subType(message.topic().substring(0, Math.min(LONGEST_SUB_TYPE, length(message))));
    if (!cut.isEmpty()) {
      traits.put(CUT, String.join(" and ", cut));
    }
    return named(
        RequestFields.withTraits(request, new TaskTraits(traits)),
        TYPE + "\n" + route.name(),
        message);
  }

  private static int length(ReceivedMessage message) {
    return message.topic().length();
  }

  private Outcome<?> run(Attempt attempt) {
    ReceivedMessage message = message(attempt);
    String name = entry(attempt, ROUTE);
    Route route =
        routes
            .named(name)
            .orElseThrow(
                () ->
                    new NotTaken(
                        "The message at "
                            + message.place()
                            + " was set aside by '"
                            + name
                            + "', which this node's receiver doesn't have: retry the task on a node"
                            + " that has it, or cancel it",
                        null));
    String cut = RowAttempt.traits(attempt).get(CUT);
    if (cut != null) {
      throw new NotTaken(
          "The message at "
              + message.place()
              + " could not be processed, and could be stored only without its "
              + cut
              + ". Find it in Kafka",
          null);
    }
    try {
      if (route instanceof Route.Plain plain) {
        plain.handler().handle(message);
        return Outcome.done();
      }
      Optional<TaskRequest<?, ?>> next = convert((Route.ToTask) route, message);
      return next.isPresent() ? Outcome.next(next.get()) : Outcome.done();
    } catch (Exception refused) {
      throw new NotTaken(
          "The message at "
              + message.place()
              + " can't be taken by '"
              + name
              + "': "
              + refused
              + ". Its bytes are this task's payload. Deploy a version that can take it, or edit"
              + " the payload, and retry the task; or cancel it",
          refused);
    }
  }

  private static ReceivedMessage message(Attempt attempt) {
    String key = RowAttempt.traits(attempt).get(KEY);
    String headers = RowAttempt.traits(attempt).get(HEADERS);
    return new ReceivedMessage(
        entry(attempt, TOPIC),
        Integer.parseInt(entry(attempt, PARTITION)),
        Long.parseLong(entry(attempt, OFFSET)),
        Long.parseLong(entry(attempt, TIMESTAMP)),
        key == null ? null : bytes(key),
        attempt.payload(),
        headers == null ? List.of() : headers(headers));
  }

  private static String entry(Attempt attempt, String name) {
    String value = RowAttempt.traits(attempt).get(name);
    if (value == null) {
      throw new NotTaken("This task contains no message: its traits have no " + name, null);
    }
    return value;
  }

  /** Returns one line per header: name and value in base64; no value if it has none. */
  private static String text(List<Header> headers) {
    StringBuilder text = new StringBuilder();
    for (Header header : headers) {
      Bytes value = header.value();
      text.append(base64(Bytes.of(header.name()))).append(' ');
      text.append(value == null ? "-" : base64(value)).append(';');
    }
    return text.toString();
  }

  private static List<Header> headers(String text) {
    List<Header> headers = new ArrayList<>();
    for (String one : text.split(";")) {
      int blank = one.indexOf(' ');
      if (blank >= 0) {
        String value = one.substring(blank + 1);
        headers.add(
            new Header(
                bytes(one.substring(0, blank)).toText(), value.equals("-") ? null : bytes(value)));
      }
    }
    return headers;
  }

  private static String base64(Bytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.toArray());
  }

  private static Bytes bytes(String base64) {
    return Bytes.of(Base64.getDecoder().decode(base64.getBytes(StandardCharsets.US_ASCII)));
  }
}
