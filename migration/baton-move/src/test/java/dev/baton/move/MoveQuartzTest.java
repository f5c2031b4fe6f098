package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.LocalDatabase;
import dev.baton.schedule.Schedule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.quartz.CronScheduleBuilder;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.ObjectAlreadyExistsException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;

@ParameterizedClass
@MethodSource(MoveDatabase.SERVERS)
class MoveQuartzTest {
  private static final Instant LATER =
      Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.SECONDS);
  private static final BlockingQueue<String> RAN = new LinkedBlockingQueue<>();
  private static volatile CountDownLatch released = new CountDownLatch(0);

  private final LocalDatabase kind;
  private MoveDatabase database;
  private Scheduler quartz;

  MoveQuartzTest(LocalDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void makeTables() throws Exception {
    RAN.clear();
    released = new CountDownLatch(0);
    database = MoveDatabase.with(kind, "quartz");
    quartz = new QuartzNode(database.pool()).scheduler();
  }

  @AfterEach
  void stop() throws SchedulerException {
    released.countDown();
    quartz.shutdown(true);
  }

  @Test
  void triggersOfQuartzMove() throws Exception {
    once("now", Instant.now().minusSeconds(5), 9);
    once("later", LATER, 5);
    repeating("hourly", SimpleScheduleBuilder.repeatHourlyForever());

    assertThat(move().look().lines())
        .extracting(line -> line.status() + " " + line.fate() + " " + line.count())
        .containsExactly("WAITING TASK 2", "WAITING STAYS 1");
    assertThat(move().go()).isEqualTo(new MoveProgress(2, 0, 0, 1));

    assertThat(database.texts("SELECT type, status, priority FROM baton_task ORDER BY status"))
        .containsExactly(Mail.class.getName() + " 1 5", Mail.class.getName() + " 2 1");
    assertThat(payloads())
        .allMatch(payload -> payload.contains("to=later") || payload.contains("to=now"));
    assertThatThrownBy(() -> once("now", LATER, 5))
        .isInstanceOf(ObjectAlreadyExistsException.class);
    quartz.start();
    once("other", Instant.now(), 5);
    assertThat(RAN.poll(60, TimeUnit.SECONDS)).isEqualTo("other");
    assertThat(RAN).isEmpty();
  }

  @Test
  void cronTriggerBecomesScheduleThatStartsAtItsNextTime() throws Exception {
    quartz.scheduleJob(
        JobBuilder.newJob(Mail.class).withIdentity("books").build(),
        TriggerBuilder.newTrigger()
            .withIdentity("books")
            .withSchedule(CronScheduleBuilder.cronSchedule("0 30 18 ? * MON-FRI"))
            .build());
    Instant next =
        quartz.getTrigger(org.quartz.TriggerKey.triggerKey("books")).getNextFireTime().toInstant();
    Mapping mapping =
        Mapping.builder()
            .recurring(
                Mail.class.getName(),
                old ->
                    Schedule.cron("books", old.recurrence().expression(), old.recurrence().zone())
                        .adds(TaskRequest.of(TaskType.of("BOOKS"))))
            .build();
    Move move = Move.from(Quartz.scheduler("payouts"), database.pool()).mapping(mapping).build();
    assertThat(move.go().moved()).isEqualTo(1);
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(baton.schedules().find("books").orElseThrow().nextTick()).isEqualTo(next);
    }
    assertThat(move.undo().moved()).isEqualTo(1);
    assertThat(states()).containsExactly("WAITING");
    assertThatThrownBy(move::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 rows are left in quartz:payouts");
    move.finishAndLeave();
  }

  @Test
  void lookShowsTheNextTickOfTheTranslationAndOfTheMapping() throws Exception {
    quartz.scheduleJob(
        JobBuilder.newJob(Mail.class).withIdentity("books").build(),
        TriggerBuilder.newTrigger()
            .withIdentity("books")
            .withSchedule(
                CronScheduleBuilder.cronSchedule("0 30 18 ? * 2-6")
                    .inTimeZone(TimeZone.getTimeZone("UTC")))
            .build());
    Instant next =
        quartz.getTrigger(org.quartz.TriggerKey.triggerKey("books")).getNextFireTime().toInstant();
    String type = Mail.class.getName();
    assertThat(move().look().recurring())
        .containsExactly(
            new Survey.Recurring(
                type, "DEFAULT.books", "cron 0 30 18 * * MON-FRI in UTC", next, next));

    Mapping wrong =
        Mapping.builder()
            .recurring(
                type,
                old ->
                    Schedule.cron("books", "0 31 18 * * *", ZoneId.of("UTC"))
                        .adds(TaskRequest.of(TaskType.of("BOOKS"))))
            .build();
    Survey survey =
        Move.from(Quartz.scheduler("payouts"), database.pool()).mapping(wrong).build().look();
    assertThat(survey.count(Survey.Fate.SCHEDULE)).isEqualTo(1);
    assertThat(survey.recurring())
        .singleElement()
        .matches(Survey.Recurring::differs)
        .extracting(Survey.Recurring::toString)
        .asString()
        .endsWith("next run in the old engine " + next + ": they differ, so check the mapping");
  }

  /** An overdue run is the first tick of its schedule. */
  @Test
  void overdueRunIsComparedWithTheTickAtItsTime() throws Exception {
    quartz.scheduleJob(
        JobBuilder.newJob(Mail.class).withIdentity("books").build(),
        TriggerBuilder.newTrigger()
            .withIdentity("books")
            .withSchedule(
                CronScheduleBuilder.cronSchedule("0 30 18 * * ?")
                    .inTimeZone(TimeZone.getTimeZone("UTC")))
            .build());
    Instant late = Instant.parse("2020-05-01T18:30:00Z");
    database.run("UPDATE QRTZ_TRIGGERS SET NEXT_FIRE_TIME = " + late.toEpochMilli());
    assertThat(move().look().recurring())
        .extracting(Survey.Recurring::nextTick, Survey.Recurring::differs)
        .containsExactly(tuple(late, false));
    database.run("UPDATE QRTZ_TRIGGERS SET NEXT_FIRE_TIME = " + (late.toEpochMilli() + 1_000));
    assertThat(move().look().recurring()).singleElement().matches(Survey.Recurring::differs);
  }

  /** A row that can't be read stays, with a reason. The others are moved. */
  @Test
  void zoneIsReadLikeQuartzOrItsTriggerStays() throws Exception {
    String[] names = {"berlin", "pst", "offset", "unknown", "none"};
    for (String name : names) {
      quartz.scheduleJob(
          JobBuilder.newJob(Mail.class).withIdentity(name).build(),
          TriggerBuilder.newTrigger()
              .withIdentity(name)
              .withSchedule(CronScheduleBuilder.cronSchedule("0 30 18 ? * MON-FRI"))
              .build());
    }
    String[] zones = {"'Europe/Berlin'", "'PST'", "'GMT+02:30'", "'Mars/Olympus'", "NULL"};
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < names.length; i++) {
        statement.execute(
            "UPDATE QRTZ_CRON_TRIGGERS SET TIME_ZONE_ID = "
                + zones[i]
                + " WHERE TRIGGER_NAME = '"
                + names[i]
                + "'");
      }
    }
    Mapping mapping =
        Mapping.builder()
            .recurring(
                Mail.class.getName(),
                old ->
                    Schedule.cron(old.id(), old.recurrence().expression(), old.recurrence().zone())
                        .adds(TaskRequest.of(TaskType.of("BOOKS"))))
            .build();
    Move move = Move.from(Quartz.scheduler("payouts"), database.pool()).mapping(mapping).build();
    assertThat(move.look().lines())
        .extracting(line -> line.fate() + " " + line.count() + " " + line.reason())
        .containsExactlyInAnyOrder(
            "SCHEDULE 3 null",
            "STAYS 1 There is no time zone Mars/Olympus",
            "STAYS 1 It has no time zone: Quartz uses the time zone of its JVM");
    assertThat(move.go()).isEqualTo(new MoveProgress(3, 0, 0, 2));
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(baton.schedules().find("DEFAULT.pst").orElseThrow().schedule().timing().text())
          .contains("America/Los_Angeles");
    }
  }

  @Test
  @Tag("deep")
  void returnedTriggersRunInQuartz() throws Exception {
    once("a", Instant.now().minusSeconds(5), 5);
    assertThat(move().go().moved()).isEqualTo(1);
    assertThat(states()).containsExactly("MOVED");
    assertThat(move().undo()).isEqualTo(new MoveProgress(1, 0, 0, 0));
    quartz.start();
    assertThat(RAN.poll(60, TimeUnit.SECONDS)).isEqualTo("a");
    assertThat(database.number("SELECT COUNT(*) FROM baton_task")).isZero();
  }

  /** Otherwise a missing mapping would show only by chance. */
  @Test
  void acquiredTriggerShowsThatTheMappingDoesNotNameIt() throws Exception {
    once("a", LATER, 5);
    database.run("UPDATE QRTZ_TRIGGERS SET TRIGGER_STATE = 'ACQUIRED'");
    Mapping none = Mapping.builder().build();
    Move move = Move.from(Quartz.scheduler("payouts"), database.pool()).mapping(none).build();
    assertThat(move.left().lines())
        .extracting(line -> line.status() + ": " + line.reason())
        .containsExactly("ACQUIRED: The mapping doesn't name this type");
    assertThat(move.left().lines().get(0))
        .hasToString(
            "1 " + Mail.class.getName() + " ACQUIRED -> STAYS: The mapping doesn't name this type");
  }

  @Test
  void runningTriggersStay() throws Exception {
    released = new CountDownLatch(1);
    quartz.start();
    once("a", Instant.now(), 5);
    assertThat(RAN.poll(60, TimeUnit.SECONDS)).isEqualTo("a");
    assertThat(move().go().moved()).isZero();
    released.countDown();
    Eventually.holds(() -> states().isEmpty());
  }

  @Test
  void triggerOfDeadNodeMovesAfterQuartzIsStopped() throws Exception {
    released = new CountDownLatch(1);
    quartz.start();
    once("a", Instant.now(), 5);
    assertThat(RAN.poll(60, TimeUnit.SECONDS)).isEqualTo("a");
    Move.Builder builder = Move.from(Quartz.scheduler("payouts"), database.pool());
    assertThat(builder.stopped(LostTasks.RESUME).build().go().moved()).isEqualTo(1);
    assertThat(database.texts("SELECT status FROM baton_task")).containsExactly("2");
  }

  @Test
  void triggerAndJobAreRemovedAfterTheTaskHasEnded() throws Exception {
    once("a", Instant.now().minusSeconds(5), 5);
    move().go();
    try (Baton baton =
        Baton.builder(JdbcStore.of(database.pool()))
            .define(RawDefinition.of(Mail.class.getName(), attempt -> Outcome.done()))
            .start()) {
      Eventually.holds(() -> database.number("SELECT COUNT(*) FROM baton_task") == 0);
    }
    move().go();
    assertThat(states()).isEmpty();
    assertThat(database.number("SELECT COUNT(*) FROM QRTZ_JOB_DETAILS")).isZero();
    once("a", LATER, 5);
    assertThat(move().go().moved()).isEqualTo(1);
  }

  /** Another transaction of the job's owner may be about to schedule the job. */
  @Test
  void jobWithoutTriggerStays() throws Exception {
    JobDetail soon = JobBuilder.newJob(Mail.class).withIdentity("soon").build();
    quartz.addJob(soon, false, true);
    once("a", Instant.now().minusSeconds(5), 5);
    assertThat(move().go().moved()).isEqualTo(1);
    move().finish();
    assertThat(database.texts("SELECT JOB_NAME FROM QRTZ_JOB_DETAILS")).containsExactly("soon");
  }

  @Test
  void jobIsRemovedWithItsLastTrigger() throws Exception {
    JobDetail job = JobBuilder.newJob(Mail.class).withIdentity("both").build();
    TriggerBuilder<Trigger> trigger =
        TriggerBuilder.newTrigger().forJob(job).startAt(Date.from(LATER));
    quartz.scheduleJob(job, trigger.withIdentity("a").build());
    quartz.scheduleJob(trigger.withIdentity("b").build());
    database.run("UPDATE QRTZ_TRIGGERS SET TRIGGER_STATE = 'PAUSED' WHERE TRIGGER_NAME = 'b'");
    assertThat(move().go().moved()).isEqualTo(1);
    database.run("DELETE FROM baton_task");
    move().go();
    String jobs = "SELECT JOB_NAME FROM QRTZ_JOB_DETAILS";
    assertThat(database.texts(jobs)).containsExactly("both");
    database.run("UPDATE QRTZ_TRIGGERS SET TRIGGER_STATE = 'WAITING'");
    assertThat(move().go().moved()).isEqualTo(1);
    database.run("DELETE FROM baton_task");
    move().go();
    assertThat(database.texts(jobs)).isEmpty();
  }

  @Test
  void repeatingTriggerMovesAndEndingTriggerStays() throws Exception {
    repeating("for-ever", SimpleScheduleBuilder.repeatMinutelyForever(90));
    repeating("twice", SimpleScheduleBuilder.repeatHourlyForTotalCount(2));
    Mapping mapping =
        Mapping.builder()
            .recurring(
                Mail.class.getName(),
                old ->
                    Schedule.fixedRate(old.id(), Duration.parse(old.recurrence().expression()))
                        .adds(TaskRequest.of(TaskType.of("BOOKS"))))
            .build();
    Move move = Move.from(Quartz.scheduler("payouts"), database.pool()).mapping(mapping).build();
    assertThat(move.look().lines())
        .extracting(line -> line.fate() + " " + line.count() + " " + line.reason())
        .containsExactly(
            "SCHEDULE 1 null", "STAYS 1 Its triggering has an end; a schedule of Baton has none");
    assertThat(move.go().moved()).isEqualTo(1);
    assertThat(database.texts("SELECT name FROM baton_schedule"))
        .containsExactly("DEFAULT.for-ever");
    move.finishAndLeave();
    assertThat(database.texts("SELECT TRIGGER_NAME FROM QRTZ_SIMPLE_TRIGGERS"))
        .containsExactly("twice");
  }

  /** Without clustering, Quartz has only row locks. */
  @Test
  void triggerTakenMeanwhileStaysInQuartz() throws Exception {
    once("a", Instant.now().minusSeconds(5), 5);
    try (Connection other = database.pool().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("UPDATE QRTZ_TRIGGERS SET TRIGGER_STATE = 'ACQUIRED'");
      assertThat(move().go().moved()).isZero();
      other.commit();
    }
    assertThat(states()).containsExactly("ACQUIRED");
  }

  @Test
  void cronTriggerOfDeadNodeMovesAfterQuartzIsStopped() throws Exception {
    repeating("hourly", SimpleScheduleBuilder.repeatHourlyForever());
    database.run("UPDATE QRTZ_TRIGGERS SET TRIGGER_STATE = 'BLOCKED'");
    Mapping mapping =
        Mapping.builder()
            .recurring(
                Mail.class.getName(),
                old ->
                    Schedule.fixedRate(old.id(), Duration.ofHours(1))
                        .adds(TaskRequest.of(TaskType.of("BOOKS"))))
            .build();
    Move.Builder builder = Move.from(Quartz.scheduler("payouts"), database.pool()).mapping(mapping);
    assertThat(builder.build().go().moved()).isZero();
    assertThat(builder.stopped(LostTasks.RESUME).build().go().moved()).isEqualTo(1);
  }

  @Test
  @Tag("deep")
  void eachSchedulerOfTheTablesHasItsOwnMove() throws Exception {
    once("a", LATER, 5);
    Move.from(Quartz.scheduler("other"), database.pool()).build().finish();
    assertThat(move().go().moved()).isEqualTo(1);
  }

  @Test
  void moveWaitsForLockThatQuartzAddsMeanwhile() throws Exception {
    once("a", LATER, 5);
    database.run("DELETE FROM QRTZ_LOCKS");
    FutureTask<Long> moved = new FutureTask<>(() -> move().go().moved());
    try (Connection quartz = database.pool().getConnection()) {
      quartz.setAutoCommit(false);
      try (Statement adds = quartz.createStatement()) {
        adds.execute("INSERT INTO QRTZ_LOCKS VALUES ('payouts', 'TRIGGER_ACCESS')");
      }
      new Thread(moved, "move").start();
      assertThatThrownBy(() -> moved.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      quartz.commit();
    }
    assertThat(moved.get(20, TimeUnit.SECONDS)).isEqualTo(1);
  }

  private void repeating(String name, SimpleScheduleBuilder how) throws SchedulerException {
    quartz.scheduleJob(
        JobBuilder.newJob(Mail.class).withIdentity(name).build(),
        TriggerBuilder.newTrigger()
            .withIdentity(name)
            .startAt(Date.from(LATER))
            .withSchedule(how)
            .build());
  }

  private void once(String name, Instant due, int priority) throws SchedulerException {
    quartz.scheduleJob(
        JobBuilder.newJob(Mail.class).withIdentity(name).build(),
        TriggerBuilder.newTrigger()
            .withIdentity(name)
            .usingJobData("to", name)
            .withPriority(priority)
            .startAt(Date.from(due))
            .withSchedule(
                SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
            .build());
  }

  private List<String> states() throws SQLException {
    return database.texts("SELECT TRIGGER_STATE FROM QRTZ_TRIGGERS");
  }

  private List<String> payloads() throws SQLException {
    return database.texts(
        database.isPostgres()
            ? "SELECT convert_from(payload, 'UTF8') FROM baton_task"
            : "SELECT CONVERT(payload USING utf8mb4) FROM baton_task");
  }

  private Move move() {
    return Move.from(Quartz.scheduler("payouts"), database.pool()).batch(2).build();
  }

  /** A job that records its run. */
  public static final class Mail implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      RAN.add(context.getTrigger().getKey().getName());
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
