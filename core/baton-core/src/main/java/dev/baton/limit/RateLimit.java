package dev.baton.limit;

import dev.baton.limit.internal.AdjustablePolicy;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import java.util.List;

/**
 * A rate limit of the cluster. The claim must get a permit in the database; nodes have no counter.
 */
final class RateLimit implements AdjustablePolicy {
  private static final Runnable NOTHING_TO_RELEASE = () -> {};

  private final String name;
  private final boolean perKey;
  private final Rate rate;
  private final Object counter;

  RateLimit(String name, boolean perKey, Rate rate) {
    this(name, perKey, rate, new Object());
  }

  private RateLimit(String name, boolean perKey, Rate rate, Object counter) {
    this.name = name;
    this.perKey = perKey;
    this.rate = rate;
    this.counter = counter;
  }

  @Override
  public LimitNumbers.Part part() {
    OverrideValue.Pace pace = rate.pace();
    String numbers = perKey ? pace.words() + LimitNumbers.FOR_EACH_KEY : pace.words();
    return new LimitNumbers.Part(Kind.RATE, name, pace, numbers, counter);
  }

  @Override
  public RateLimit with(OverrideValue value) {
    return new RateLimit(name, perKey, rate.with((OverrideValue.Pace) value), counter);
  }

  @Override
  public RateLimit counted(LimitPolicies node, String type) {
    return new RateLimit(name, perKey, rate);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public List<Permit> permits(Candidate candidate) {
    String key = perKey ? keyOf(candidate) : "";
    return List.of(
        new Permit.Rate(name, key, rate.intervalMicros(), rate.burst(), rate.weightOf(candidate)));
  }

  @Override
  public boolean isPerKey() {
    return perKey;
  }

  @Override
  public Booking book(Candidate candidate) {
    return new GrantedSlot(NOTHING_TO_RELEASE, permits(candidate));
  }

  /**
   * Returns the key of a candidate's limit. Tasks without a key share the key " ", because an empty
   * key means the limit of all tasks.
   */
  static String keyOf(Candidate candidate) {
    String key = candidate.flow().key();
    return key.isEmpty() ? " " : key;
  }
}
