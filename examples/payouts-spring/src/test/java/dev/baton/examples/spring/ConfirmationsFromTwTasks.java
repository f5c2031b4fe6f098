package dev.baton.examples.spring;

import dev.baton.api.TaskRequest;
import dev.baton.json.JacksonCodec;
import dev.baton.kafka.receive.KafkaReceiver;
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
                    TaskRequest.of("PROCESS_CONFIRMATIONS")
                        .id(event.uuid())
                        .subType(event.transferMethod())
                        .payload(message.value())))
        .tasks(
            "confirmations-to-ledger",
            "PROCESS_CONFIRMATIONS_COMMANDS",
            new JacksonCodec(),
            Confirmations.class,
            (event, message) ->
                Optional.of(
                    TaskRequest.of("BOOK_CONFIRMATIONS").id(next(event.uuid())))) // as it was
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
