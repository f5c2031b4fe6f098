package dev.baton.examples.spring;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.json.JacksonCodec;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.task.Bytes;
import java.util.Optional;
import java.util.UUID;

/** The converters of docs/moving-from-twtasks.md. */
final class ConfirmationsFromTwTasks {
  private ConfirmationsFromTwTasks() {}

  record Confirmations(UUID uuid, String transferMethod) {}

  static KafkaReceiver receiver(String brokers) {
    // region converter
    return KafkaReceiver.builder(brokers, "payouts-service")
        .tasks(
            "confirmations",
            "PROCESS_CONFIRMATIONS_COMMANDS",
            new JacksonCodec(),
            Confirmations.class,
            (event, message) ->
                Optional.of(
                    TaskType.of("PROCESS_CONFIRMATIONS", Bytes.class)
                        .with(message.value())
                        .id(event.uuid())
                        .subType(event.transferMethod())))
        .tasks(
            "confirmations-to-ledger",
            "PROCESS_CONFIRMATIONS_COMMANDS",
            new JacksonCodec(),
            Confirmations.class,
            (event, message) ->
                Optional.of(
                    TaskRequest.of(TaskType.of("BOOK_CONFIRMATIONS"))
                        .id(next(event.uuid())))) // as it was
        .build();
    // endregion
  }

  // region next
  /** The id that this converter's tasks had in TwTasks: a message that comes again finds them. */
  private static UUID next(UUID id) {
    return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + 1);
  }
  // endregion
}
