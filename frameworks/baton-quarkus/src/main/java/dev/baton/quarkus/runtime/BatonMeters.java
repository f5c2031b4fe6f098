package dev.baton.quarkus.runtime;

import dev.baton.metrics.BatonMetrics;
import dev.baton.quarkus.BatonStarted;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Registers Baton's meters in the application's registry. */
@Singleton
public class BatonMeters {

  @Produces
  @Singleton
  BatonMetrics metrics(MeterRegistry registry) {
    return new BatonMetrics(registry);
  }

  /** Registers the gauges, which read a node. */
  @Produces
  @Singleton
  BatonStarted gauges(BatonMetrics metrics) {
    return metrics::watch;
  }
}
