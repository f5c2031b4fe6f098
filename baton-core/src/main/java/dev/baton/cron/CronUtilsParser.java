package dev.baton.cron;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronField;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.time.ExecutionTime;
import dev.baton.api.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * cron-utils, asked on a clock without changes only: what daylight saving does to a time is Baton's
 * own rule, which the library's differs from.
 */
public final class CronUtilsParser implements CronParser {
  private static final int FIELDS_OF_UNIX = 5;

  private final com.cronutils.parser.CronParser unix = parser(CronType.UNIX);
  private final com.cronutils.parser.CronParser withSeconds = parser(CronType.SPRING53);

  private static com.cronutils.parser.CronParser parser(CronType type) {
    return new com.cronutils.parser.CronParser(CronDefinitionBuilder.instanceDefinitionFor(type));
  }

  @Override
  public Expression parse(String text) {
    boolean isUnix = text.strip().split("\\s+").length == FIELDS_OF_UNIX;
    try {
      return new Parsed((isUnix ? unix : withSeconds).parse(text).validate());
    } catch (IllegalArgumentException broken) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no cron expression of five fields (minute, hour, day of month, month, day of"
              + " week), or six with the second before them: "
              + broken.getMessage(),
          broken);
    }
  }

  private static final class Parsed implements Expression {
    private final ExecutionTime times;
    private final boolean everyHour;

    Parsed(Cron cron) {
      times = ExecutionTime.forCron(cron);
      CronField hours = cron.retrieveFieldsAsMap().get(CronFieldName.HOUR);
      everyHour = hours != null && hours.getExpression() instanceof Always;
    }

    @Override
    public Optional<LocalDateTime> next(LocalDateTime after) {
      // Times are whole seconds; of parts of one the library would answer with parts too.
      ZonedDateTime from = after.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneOffset.UTC);
      return times.nextExecution(from).map(ZonedDateTime::toLocalDateTime);
    }

    @Override
    public boolean isForEveryHour() {
      return everyHour;
    }
  }
}
