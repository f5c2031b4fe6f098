package dev.baton.benchmarks.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.baton.local.LocalPostgres;
import dev.baton.local.cassandra.LocalCassandra;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the measurement of Cassandra in its smallest form. */
@Tag("deep")
class RatesIT {
  @Test
  void bothStoresAddAndDrainAllTasks() throws Exception {
    try (Place place = Place.postgresql(LocalPostgres.temporary())) {
      assertThat(new Rates(place, 1).measure(100)).startsWith("| PostgreSQL | 1 | ");
      new Rates(place, 1).backlog(200, 100);
    }
    assumeThat(LocalCassandra.obstacle()).isEmpty();
    try (Place place = Place.cassandra(LocalCassandra.temporary(), 2)) {
      assertThat(new Rates(place, 2).measure(100)).startsWith("| Cassandra, 2 shards | 2 | ");
    }
  }
}
