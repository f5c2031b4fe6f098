package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.baton.api.AddResult;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests batches that Cassandra refuses to write. */
class RefusedBatchTest {
  /** The shard's state, and a task with its index rows. */
  private static final int STATEMENTS_OF_AN_ADD = 4;

  private final TestKeyspace keyspace = TestKeyspace.empty();

  @Test
  void tooLargeBatchIsWrittenInParts() throws Exception {
    StoreScenario given = new StoreScenario(storeThatRefusesAbove(STATEMENTS_OF_AN_ADD));
    List<TaskDraft> drafts = IntStream.range(0, 20).mapToObj(i -> TaskDraft.ready("T")).toList();
    assertThat(given.addAll(drafts)).allMatch(AddResult::wasAdded);
    drafts.forEach(draft -> given.find(draft.id()));
  }

  @Test
  void tooLargeTaskIsRefused() {
    StoreScenario given = new StoreScenario(storeThatRefusesAbove(STATEMENTS_OF_AN_ADD - 1));
    assertThatThrownBy(() -> given.add(TaskDraft.ready("T")))
        .isInstanceOf(RequestRefusedException.class)
        .hasMessageContaining("too large");
  }

  private CoreStore storeThatRefusesAbove(int statements) {
    return keyspace.store(InstantSource.system(), sent -> send(sent, statements));
  }

  private CompletionStage<AsyncResultSet> send(Statement<?> statement, int most) {
    if (statement instanceof BatchStatement batch && batch.size() > most) {
      Node node = keyspace.session().getMetadata().getNodes().values().iterator().next();
      return CompletableFuture.failedStage(new InvalidQueryException(node, "too large"));
    }
    return keyspace.session().executeAsync(statement);
  }
}
