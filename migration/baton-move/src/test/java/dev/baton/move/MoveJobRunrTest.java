package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.LocalDatabase;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.RetryFilter;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.states.ScheduledState;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.storage.StorageProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource(MoveDatabase.SERVERS)
class MoveJobRunrTest {
  private static final Instant LATER =
      Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
  private static final BlockingQueue<String> RAN = new LinkedBlockingQueue<>();
  private static final String TYPE = MailHandler.class.getName() + ".run";

  private final LocalDatabase kind;
  private MoveDatabase database;
  private JdbcTaskStore store;
  private StorageProvider storage;
  private JobRequestScheduler client;
  private BackgroundJobServer server;

  MoveJobRunrTest(LocalDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void makeTables() throws SQLException {
    RAN.clear();
    database = MoveDatabase.with(kind, "jobrunr");
    store = JdbcTaskStore.of(database.pool());
    storage = JobRunrNode.storage(database.pool());
    client = new JobRequestScheduler(storage);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop();
    }
  }

  @Test
  void jobsOfJobRunrMove() throws Exception {
    UUID enqueued = client.enqueue(new Mail("ada")).asUUID();
    UUID later = client.schedule(LATER, new Mail("grace")).asUUID();
    UUID failed = client.enqueue(new Mail("fails")).asUUID();
    UUID done = client.enqueue(new Mail("done")).asUUID();
    database.run("UPDATE jobrunr_jobs SET state = 'AWAITING' WHERE id = ?", enqueued.toString());
    serve();
    Eventually.holds(
        () ->
            storage.getJobById(failed).hasState(StateName.FAILED)
                && storage.getJobById(done).hasState(StateName.SUCCEEDED));
    server.stop();
    database.run("UPDATE jobrunr_jobs SET state = 'ENQUEUED' WHERE id = ?", enqueued.toString());

    assertThat(move().look().lines())
        .extracting(line -> line.status() + " " + line.fate() + " " + line.count())
        .containsExactly("ENQUEUED TASK 1", "FAILED TASK 1", "SCHEDULED TASK 1", "SUCCEEDED KEY 1");
    assertThat(move().go()).isEqualTo(new MoveProgress(3, 0, 1, 0));

    Task task = store.find(enqueued).orElseThrow();
    assertThat(task.spec().type()).isEqualTo(TYPE);
    assertThat(task.spec().payload().toText()).contains("\"ada\"");
    assertThat(task.position().status()).isEqualTo(Status.READY);
    assertThat(store.find(later).orElseThrow().position().runAt()).isEqualTo(LATER);
    assertThat(store.find(failed).orElseThrow().position().status()).isEqualTo(Status.ERROR);
    assertThat(database.texts("SELECT error FROM baton_attempt").get(0))
        .contains("jobrunr as FAILED", "no such mailbox");
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      AddResult again = baton.tasks().add(TaskRequest.of(TaskType.of("MAIL")).id(done));
      assertThat(again).isInstanceOf(AddResult.AlreadyExists.class);
    }
  }

  @Test
  void movedJobsAreDeletedAndNeverRunInJobRunr() throws Exception {
    UUID mine = client.enqueue(new Mail("ada")).asUUID();
    assertThat(move().go().moved()).isEqualTo(1);
    assertThat(storage.getJobById(mine).hasState(StateName.DELETED)).isTrue();
    UUID other = client.enqueue(new Mail("grace")).asUUID();
    client.enqueue(mine, new Mail("again"));
    serve();
    Eventually.holds(() -> storage.getJobById(other).hasState(StateName.SUCCEEDED));
    assertThat(RAN).containsExactly("grace");
    assertThat(database.number("SELECT COUNT(*) FROM baton_task")).isEqualTo(1);
  }

  @Test
  void returnedJobsRunInJobRunr() throws Exception {
    UUID now = client.enqueue(new Mail("ada")).asUUID();
    UUID later = client.schedule(LATER, new Mail("grace")).asUUID();
    assertThat(move().go().moved()).isEqualTo(2);
    assertThat(move().undo()).isEqualTo(new MoveProgress(2, 0, 0, 0));
    assertThat(database.number("SELECT COUNT(*) FROM baton_task")).isZero();
    assertThat(storage.getJobById(later).hasState(StateName.SCHEDULED)).isTrue();
    serve();
    Eventually.holds(() -> storage.getJobById(now).hasState(StateName.SUCCEEDED));
    assertThat(RAN).containsExactly("ada");
  }

  @Test
  void unreadableRowStays() throws SQLException {
    client.enqueue(new Mail("ada"));
    database.run("UPDATE jobrunr_jobs SET jobAsJson = 'x'");
    assertThat(move().go().left()).isEqualTo(1);
    assertThat(move().look().lines())
        .extracting(Survey.Line::reason)
        .isEqualTo(List.of("Its JSON can't be read"));
  }

  @Test
  void mappingReadsTheParametersOfTheCall() throws SQLException {
    client.enqueue(new Mail("ada"));
    Mapping mapping =
        Mapping.builder()
            .type(
                TYPE,
                old ->
                    TaskType.of("MAIL", Bytes.class)
                        .with(Bytes.of(String.valueOf(old.text().contains("ada")))))
            .build();
    Move.from(JobRunr.tables(), database.pool()).mapping(mapping).build().go();
    assertThat(database.texts("SELECT type FROM baton_task")).containsExactly("MAIL");
  }

  /** JobRunr's servers keep the next runs of a recurring job in memory. */
  @Test
  void aRecurringJobStaysWhileJobRunrRuns() throws Exception {
    client.scheduleRecurrently("books", "30 18 * * 1-5", ZoneId.of("Europe/Berlin"), new Mail("b"));
    assertThat(move().look().lines())
        .extracting(line -> line.type() + " " + line.status() + ": " + line.reason())
        .containsExactly(
            "recurring:books RECURRING: Its next runs are in the old engine's memory: stop the"
                + " old engine first");
    assertThat(move().go()).isEqualTo(new MoveProgress(0, 0, 0, 1));
    assertThat(stopped(Mapping.asIs()).look().lines())
        .extracting(Survey.Line::reason)
        .containsExactly("It recurs: the mapping must turn it into a schedule");
  }

  @Test
  void recurringJobBecomesScheduleAfterStopAndCanReturn() throws Exception {
    client.scheduleRecurrently("books", "30 18 * * 1-5", ZoneId.of("Europe/Berlin"), new Mail("b"));
    Mapping mapping =
        Mapping.builder()
            .recurring(
                "recurring:*",
                old ->
                    Schedule.cron(old.id(), old.recurrence().expression(), old.recurrence().zone())
                        .adds(old.request("BOOKS")))
            .build();
    assertThat(stopped(mapping).go().moved()).isEqualTo(1);
    assertThat(stopped(mapping).go()).isEqualTo(new MoveProgress(0, 0, 0, 0));
    assertThat(storage.getRecurringJobs()).isEmpty();
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      ScheduleState books = baton.schedules().find("books").orElseThrow();
      assertThat(books.nextTick()).isAfter(Instant.now());
      assertThat(RequestFields.of(books.schedule().request()).payload().toText()).contains("\"b\"");
    }
    assertThat(stopped(mapping).undo().moved()).isEqualTo(1);
    assertThat(storage.getRecurringJobs()).hasSize(1);
    assertThat(storage.getRecurringJobs().get(0).getScheduleExpression())
        .isEqualTo("30 18 * * 1-5");
    assertThat(database.number("SELECT COUNT(*) FROM baton_schedule")).isZero();
  }

  @Test
  void cronExpressionIsTranslatedOrItsJobStays() throws Exception {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    client.scheduleRecurrently("either", "0 30 18 1 * 1", berlin, new Mail("b"));
    client.scheduleRecurrently("seconds", "5 30 18 1 * 1", berlin, new Mail("b"));
    Mapping mapping =
        Mapping.builder()
            .recurring(
                "recurring:*",
                old ->
                    Schedule.cron(old.id(), old.recurrence().expression(), old.recurrence().zone())
                        .adds(old.request("BOOKS")))
            .build();
    Survey survey = stopped(mapping).look();
    assertThat(survey.lines())
        .extracting(line -> line.fate() + ": " + line.reason())
        .containsExactly(
            "SCHEDULE: null",
            "STAYS: Its cron expression has seconds, and JobRunr runs it on a day that matches one"
                + " of its fields of days: turn it into two schedules");
    assertThat(survey.recurring())
        .extracting(Survey.Recurring::timing)
        .containsExactly("cron 30 18 1 * MON in Europe/Berlin");
  }

  @Test
  void typedRequestsAreWrittenByTheCodecOfTheNodes() throws Exception {
    UUID mail = client.enqueue(new Mail("ada")).asUUID();
    client.scheduleRecurrently("books", "30 18 * * 1-5", ZoneId.of("Europe/Berlin"), new Mail("b"));
    TaskType<String, Void> letter = TaskType.of("LETTER", String.class);
    Mapping mapping =
        Mapping.builder()
            .type(TYPE, old -> letter.with("to ada"))
            .recurring(
                "recurring:*",
                old ->
                    Schedule.cron(old.id(), old.recurrence().expression(), old.recurrence().zone())
                        .adds(letter.with("to all")))
            .build();
    Move move =
        Move.from(JobRunr.tables(), database.pool())
            .mapping(mapping)
            .codec(new Shouting())
            .stopped(LostTasks.RESUME)
            .build();
    assertThat(move.go().moved()).isEqualTo(2);
    assertThat(store.find(mail).orElseThrow().spec().payload().toText()).isEqualTo("TO ADA");
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      ScheduleState books = baton.schedules().find("books").orElseThrow();
      assertThat(RequestFields.of(books.schedule().request()).payload().toText())
          .isEqualTo("TO ALL");
    }
  }

  /** A codec whose output differs from JSON. */
  private static final class Shouting implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(value.toString().toUpperCase(Locale.ROOT));
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      return type.cast(bytes.toText().toLowerCase(Locale.ROOT));
    }
  }

  /** The run that JobRunr created ahead moves as a task, so the schedule starts after it. */
  @Test
  void runCreatedAheadIsNotRepeated() throws Exception {
    client.scheduleRecurrently("often", Duration.ofHours(1), new Mail("b"));
    Job run =
        storage
            .getRecurringJobs()
            .get(0)
            .toScheduledJobs(Instant.now(), LATER.plusSeconds(60))
            .get(0);
    storage.save(run);
    Instant ahead = ((ScheduledState) run.getJobState()).getScheduledAt();
    Mapping mapping =
        Mapping.builder()
            .same(TYPE)
            .recurring(
                "recurring:often",
                old ->
                    Schedule.fixedRate("often", Duration.ofHours(1))
                        .adds(TaskRequest.of(TaskType.of(TYPE))))
            .build();
    assertThat(stopped(mapping).go().moved()).isEqualTo(2);
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(baton.schedules().find("often").orElseThrow().nextTick())
          .isCloseTo(ahead.plusSeconds(3_600), within(1, ChronoUnit.MILLIS));
    }
  }

  private Move stopped(Mapping mapping) {
    return Move.from(JobRunr.tables(), database.pool())
        .mapping(mapping)
        .stopped(LostTasks.RESUME)
        .build();
  }

  private Move move() {
    return Move.from(JobRunr.tables(), database.pool()).batch(2).build();
  }

  private void serve() {
    server = JobRunrNode.server(storage, null, 2);
    server.setJobFilters(List.of(new RetryFilter(0)));
    server.start();
  }

  /** The stored form of a job. */
  public static final class Mail implements JobRequest {
    private String to = "";

    public Mail() {}

    Mail(String to) {
      this.to = to;
    }

    public String getTo() {
      return to;
    }

    @Override
    public Class<MailHandler> getJobRequestHandler() {
      return MailHandler.class;
    }
  }

  /** Runs the job. */
  public static final class MailHandler implements JobRequestHandler<Mail> {
    @Override
    public void run(Mail mail) {
      if (mail.getTo().equals("fails")) {
        throw new IllegalStateException("no such mailbox");
      }
      RAN.add(mail.getTo());
    }
  }
}
