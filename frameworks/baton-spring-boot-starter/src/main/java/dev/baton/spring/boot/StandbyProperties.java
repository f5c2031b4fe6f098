package dev.baton.spring.boot;

import dev.baton.jdbc.Standby;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A copy of the database that operators' searches read from.
 *
 * @param dataSource bean name of the data source that leads to it; no standby where it isn't said
 * @param maxAge data that are older aren't used
 * @param whenUnusable what searches do when it is gone or too old: primary (read there), or refuse
 */
@ConfigurationProperties("baton.standby")
public record StandbyProperties(
    @Nullable String dataSource,
    @DefaultValue("30s") Duration maxAge,
    @DefaultValue("primary") WhenUnusable whenUnusable) {

  /** What searches do when the standby is gone or too old. */
  public enum WhenUnusable {
    /** They read from the primary. */
    PRIMARY,
    /** They are refused. */
    REFUSE
  }

  public StandbyProperties {
    if (maxAge.isNegative() || maxAge.isZero()) {
      throw new IllegalArgumentException("baton.standby.max-age must be positive, not " + maxAge);
    }
  }

  Standby at(DataSource source) {
    return new Standby(source, maxAge, whenUnusable == WhenUnusable.REFUSE);
  }
}
