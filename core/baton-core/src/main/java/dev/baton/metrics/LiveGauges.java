package dev.baton.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gauges with one name whose tag values change. A gauge without a current value is removed.
 * Thread-safe.
 */
final class LiveGauges {
  private final MeterRegistry registry;
  private final String name;
  private final String description;
  private final @Nullable String unit;
  private final Map<Tags, GaugeValue> shown = new HashMap<>();

  /** A gauge and its value. */
  private static final class GaugeValue {
    private volatile double value;
    private final Gauge gauge;

    GaugeValue(LiveGauges of, Tags tags, double value) {
      this.value = value;
      this.gauge =
          Gauge.builder(of.name, this, one -> one.value)
              .description(of.description)
              .baseUnit(of.unit)
              .tags(tags)
              .strongReference(true)
              .register(of.registry);
    }
  }

  LiveGauges(MeterRegistry registry, String name, @Nullable String unit, String description) {
    this.registry = registry;
    this.name = name;
    this.unit = unit;
    this.description = description;
  }

  /** Publishes exactly these values and removes all other gauges. */
  synchronized void show(Map<Tags, Double> values) {
    Iterator<Map.Entry<Tags, GaugeValue>> all = shown.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Tags, GaugeValue> entry = all.next();
      if (!values.containsKey(entry.getKey())) {
        registry.remove(entry.getValue().gauge);
        all.remove();
      }
    }
    values.forEach(
        (tags, value) -> {
          GaugeValue known = shown.get(tags);
          if (known == null) {
            shown.put(tags, new GaugeValue(this, tags, value));
          } else {
            known.value = value;
          }
        });
  }
}
