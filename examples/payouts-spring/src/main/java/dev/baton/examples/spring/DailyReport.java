package dev.baton.examples.spring;

import dev.baton.schedule.Tick;
import dev.baton.spring.CronTask;
import dev.baton.spring.TaskHandler;
import java.time.LocalDate;
import java.time.ZoneId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Writes a report of the day before, each night, once in the whole cluster. */
@Component
class DailyReport {
  private static final String BERLIN = "Europe/Berlin";

  private final JdbcClient jdbc;

  DailyReport(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  // region report
  @TaskHandler(value = "DAILY_REPORT", transactional = true)
  @CronTask(cron = "0 0 2 * * *", zone = BERLIN)
  void write(Tick tick) {
    LocalDate day = tick.time().atZone(ZoneId.of(BERLIN)).toLocalDate().minusDays(1);
    jdbc.sql(
            "INSERT INTO daily_report (day, payouts, cents)"
                + " SELECT ?, count(*), coalesce(sum(cents), 0) FROM payout"
                + " WHERE status = 'PAID' AND (paid_at AT TIME ZONE '"
                + BERLIN
                + "')::date = ?")
        .params(day, day)
        .update();
  }
  // endregion
}
