package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.docs.ChunksCode.Answer;
import dev.baton.examples.docs.ChunksCode.Mail;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks the promises of the documents about chunks. */
class ChunksCodeTest {
  private final List<Integer> calls = new ArrayList<>();

  private List<Answer> send(List<Mail> mails) {
    calls.add(mails.size());
    return mails.stream()
        .map(mail -> new Answer(mail.to().contains("@"), "n-" + mail.to()))
        .toList();
  }

  @Test
  void oneCallSendsAllAndEachTaskHasItsOwnResult() {
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(ChunksCode.definition(this::send).retry(Retry.never()).failWhenExhausted())
            .start()) {
      UUID good = baton.add(ChunksCode.MAIL, new Mail("anna@example.org", "hello"));
      UUID bad = baton.add(ChunksCode.MAIL, new Mail("nobody", "hello"));
      baton.advance(Duration.ofSeconds(1));
      assertThat(calls).containsExactly(2);
      assertThat(baton.resultOf(ChunksCode.MAIL, good)).isEqualTo("n-anna@example.org");
      assertThat(String.valueOf(baton.task(bad).lastError())).contains("the partner refused it");
      assertThat(LimitPolicies.isLocal(Definition.of(ChunksCode.bounded(this::send)).limitPolicy()))
          .isTrue();
    }
  }
}
