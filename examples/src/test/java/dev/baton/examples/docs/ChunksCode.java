package dev.baton.examples.docs;

import dev.baton.api.TaskType;
import dev.baton.handler.ChunkItem;
import dev.baton.handler.Chunks;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import java.time.Duration;
import java.util.List;

/** Code that the documents show for handlers that handle many tasks in one call. */
final class ChunksCode {
  /** A mail to send. */
  record Mail(String to, String text) {}

  /** The partner's answer for one mail. */
  record Answer(boolean accepted, String number) {}

  /** A partner that takes many mails in one call. */
  interface Partner {
    List<Answer> send(List<Mail> mails);
  }

  static final TaskType<Mail, String> MAIL = TaskType.of("MAIL", Mail.class, String.class);

  private ChunksCode() {}

  static TaskDefinition<?, ?> definition(Partner partner) {
    // region chunks
    return TaskDefinition.of(MAIL)
        .chunks(
            Chunks.of(100).linger(Duration.ofMillis(50)),
            items -> {
              List<Answer> answers = partner.send(items.stream().map(ChunkItem::payload).toList());
              for (int i = 0; i < items.size(); i++) {
                if (answers.get(i).accepted()) {
                  items.get(i).done(answers.get(i).number());
                } else {
                  items.get(i).fail(new IllegalStateException("the partner refused it"));
                }
              }
            });
    // endregion
  }

  static TaskDefinition<?, ?> bounded(Partner partner) {
    // region slots
    return definition(partner).limits(Limit.node(500));
    // endregion
  }
}
