package dev.baton.examples.documents;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Submission;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.MoveResult;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A document is checked by an outside service, which calls back when it has an answer. A call may
 * be lost, so the task also queries the service from time to time. The first answer decides; the
 * second one changes nothing.
 */
public final class DocumentCheck {
  private static final Duration ASK_EVERY = Duration.ofMillis(100);

  enum State {
    NEW,
    SENT,
    ANSWERED
  }

  record Document(String name) {}

  record Progress(UUID reference, String answer) {}

  static final TaskType<Document, String> CHECK =
      TaskType.of("CHECK_DOCUMENT", Document.class, String.class);

  private final CheckService service = new CheckService();

  /** Each transition is durable. If a node dies, another continues after the last transition. */
  private final StateMachine<Document, String, State, Progress> machine =
      StateMachine.of(CHECK, State.class, Progress.class)
          .on(
              State.NEW,
              step -> {
                UUID reference = step.attempt().taskId();
                service.send(reference, step.payload().name());
                return step.park(ASK_EVERY, State.SENT, new Progress(reference, ""));
              })
          .on(
              State.SENT,
              step -> {
                Progress progress = step.dataOr(new Progress(step.attempt().taskId(), ""));
                Optional<String> answer = service.ask(progress.reference());
                return answer.isPresent()
                    ? step.goTo(State.ANSWERED, new Progress(progress.reference(), answer.get()))
                    : step.stay(ASK_EVERY, progress);
              })
          .on(
              State.ANSWERED,
              step -> {
                Progress progress = step.dataOr(new Progress(step.attempt().taskId(), "nothing"));
                return Outcome.done(progress.answer());
              });

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      new DocumentCheck()
          .answers(database)
          .forEach((name, answer) -> System.out.println(name + ": " + answer));
    }
  }

  /** Handles a call of the service on any node, also on one that runs no tasks. */
  MoveResult calledBack(Baton here, UUID task, String answer) {
    return machine.move(
        here.tasks(),
        task,
        seen ->
            seen.state() == State.ANSWERED
                ? seen.notWanted()
                : seen.goTo(State.ANSWERED, new Progress(seen.taskId(), answer)));
  }

  /** Checks three documents and returns the result of each. */
  Map<String, String> answers(DataSource database) throws Exception {
    Map<String, String> answers = new TreeMap<>();
    try (Baton worker =
            Baton.builder(JdbcStore.of(database))
                .define(TaskDefinition.of(CHECK).states(machine))
                .start();
        Baton web = Baton.builder(JdbcStore.of(database)).client().start()) {
      Submission<String> passport = worker.tasks().submit(CHECK.with(new Document("passport")));
      Submission<String> licence =
          worker.tasks().submit(CHECK.with(new Document(CheckService.CALL_IS_LOST)));
      Submission<String> permit =
          worker.tasks().submit(CHECK.with(new Document(CheckService.ASKING_HANGS)));

      calledBack(web, passport.taskId(), "accepted, as they called");
      // The worker holds the lease of this task and hangs. The callback doesn't wait for it.
      service.awaitSomebodyWhoHangs();
      calledBack(web, permit.taskId(), "refused, as they called");
      service.hangNoMore();

      answers.put("passport", resultOf(passport));
      answers.put(CheckService.CALL_IS_LOST, resultOf(licence));
      answers.put(CheckService.ASKING_HANGS, resultOf(permit));
      MoveResult late = calledBack(web, licence.taskId(), "accepted, as they called late");
      answers.put("a late call", late.getClass().getSimpleName());
    }
    return answers;
  }

  private static String resultOf(Submission<String> check) throws Exception {
    return Objects.requireNonNull(check.await(Duration.ofSeconds(30)));
  }
}
