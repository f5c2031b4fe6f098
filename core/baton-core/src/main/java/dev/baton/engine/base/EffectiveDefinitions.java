package dev.baton.engine.base;

import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The definitions together with the overrides that operators have set. Several definitions may
 * share a limit. Then the override that was set last, for any of them, applies to all. Immutable.
 */
public final class EffectiveDefinitions {
  private static final Comparator<ActiveOverride> BY_AGE =
      Comparator.comparing(ActiveOverride::setAt).thenComparing(ActiveOverride::target);

  private final Collection<Definition> inCode;
  private final TreeMap<OverrideTarget, ActiveOverride> set = new TreeMap<>();

  /** The override that was set last for each limit, by the limit's counter. */
  private final Map<Object, ActiveOverride> byCounter = new IdentityHashMap<>();

  /**
   * @param inCode the definitions as the application's code makes them
   */
  public EffectiveDefinitions(Collection<Definition> inCode, Collection<ActiveOverride> overrides) {
    this.inCode = inCode;
    List<ActiveOverride> oldestFirst = new ArrayList<>(overrides);
    oldestFirst.sort(BY_AGE);
    for (ActiveOverride one : oldestFirst) {
      set.put(one.target(), one);
      for (Definition definition : inCode) {
        eachPart(
            definition,
            (target, part) -> {
              if (target.equals(one.target()) && fits(part.value(), one)) {
                byCounter.put(part.counter(), one);
              }
            });
      }
    }
  }

  /**
   * Returns the same name as {@link Definitions#nameFor}. A prefix gets an ending, because a type
   * may have the same text.
   */
  public static String nameOf(Definition definition) {
    return definition.isPrefix() ? definition.type() + NodeInfo.Card.ANY : definition.type();
  }

  /**
   * Returns the number of each cluster limit and rate.
   *
   * @throws IllegalArgumentException if one limit has two numbers, or is per key for some types
   *     only
   */
  static SortedMap<OverrideTarget, OverrideValue> clusterLimits(
      Collection<Definition> definitions) {
    SortedMap<OverrideTarget, OverrideValue> numbers = new TreeMap<>();
    Map<OverrideTarget, String> texts = new TreeMap<>();
    Map<OverrideTarget, String> named = new TreeMap<>();
    for (Definition definition : definitions) {
      String type = nameOf(definition);
      for (LimitNumbers.Part part : LimitNumbers.of(definition.limitPolicy())) {
        String limit = part.limit();
        if (limit == null) {
          continue;
        }
        OverrideTarget target = new OverrideTarget(part.kind(), limit);
        numbers.putIfAbsent(target, part.value());
        String first = texts.putIfAbsent(target, part.numbers());
        String firstType = named.putIfAbsent(target, type);
        if (first != null && !first.equals(part.numbers())) {
          throw new IllegalArgumentException(
              "The "
                  + (part.kind() == Kind.RATE ? "rate " : "cluster limit ")
                  + limit
                  + " is "
                  + first
                  + " for "
                  + firstType
                  + " and "
                  + part.numbers()
                  + " for "
                  + type
                  + LimitPolicies.ONE_NAME);
        }
      }
    }
    return numbers;
  }

  /**
   * Calls {@code told} for each number of the definition's limits, including those of its states.
   */
  private static void eachPart(
      Definition definition, BiConsumer<OverrideTarget, LimitNumbers.Part> told) {
    String name = nameOf(definition);
    for (LimitNumbers.Part part : LimitNumbers.of(definition.limitPolicy())) {
      String limit = part.limit();
      told.accept(new OverrideTarget(part.kind(), limit == null ? name : limit), part);
    }
    definition
        .stateLimits()
        .byState()
        .forEach(
            (state, policy) ->
                LimitNumbers.of(policy)
                    .forEach(part -> told.accept(ofState(part.kind(), name, state), part)));
  }

  private static OverrideTarget ofState(Kind kind, String type, String state) {
    Kind ofState = kind == Kind.KEY_SLOTS ? Kind.STATE_KEY_SLOTS : Kind.STATE_SLOTS;
    return OverrideTarget.ofState(ofState, type, state);
  }

  /**
   * Returns whether the override has the same kind of number as the code. A newer node may have
   * stored another kind.
   */
  private static boolean fits(OverrideValue inCode, ActiveOverride override) {
    return inCode.getClass().equals(override.value().getClass());
  }

  /** Returns the definition with the overrides applied. */
  Definition of(Definition definition) {
    BookingPolicy limits = definition.limitPolicy();
    BookingPolicy changed = of(limits);
    ActiveOverride retry = set.get(new OverrideTarget(Kind.RETRY, nameOf(definition)));
    Definition now = changed == limits ? definition : definition.limits(changed);
    return retry != null && retry.value() instanceof OverrideValue.Backoff numbers
        ? now.retry(RetryNumbers.with(now.retry(), numbers))
        : now;
  }

  /**
   * Returns the limit with the numbers that operators have set; the limit itself if none is set.
   */
  public BookingPolicy of(BookingPolicy limit) {
    return LimitNumbers.with(
        limit,
        part -> {
          ActiveOverride one = byCounter.get(part.counter());
          return one == null ? null : one.value();
        });
  }

  /** Returns every number that an operator can set, sorted by target. */
  public List<Overridable> all() {
    return inCode.stream()
        .flatMap(definition -> of(definition, false).stream())
        .distinct()
        .sorted(Comparator.comparing(Overridable::target))
        .toList();
  }

  /**
   * Returns the numbers of one definition that operators have set.
   *
   * @param type the definition's name as returned by {@link Definitions#nameFor}
   */
  public List<Overridable> setFor(String type) {
    return inCode.stream()
        .filter(definition -> nameOf(definition).equals(type))
        .flatMap(definition -> of(definition, true).stream())
        .toList();
  }

  private List<Overridable> of(Definition definition, boolean setOnly) {
    List<Overridable> numbers = new ArrayList<>();
    eachPart(
        definition,
        (target, part) -> numbers.add(number(target, part.value(), byCounter.get(part.counter()))));
    OverrideTarget retry = new OverrideTarget(Kind.RETRY, nameOf(definition));
    RetryNumbers.of(definition.retry())
        .ifPresent(inCode -> numbers.add(number(retry, inCode, set.get(retry))));
    numbers.removeIf(number -> setOnly && number.set() == null);
    return numbers;
  }

  private static Overridable number(
      OverrideTarget target, OverrideValue inCode, @Nullable ActiveOverride set) {
    return new Overridable(target, inCode, set);
  }

  /** Returns whether an operator has set this number. It then replaces the number in the code. */
  public boolean isSet(OverrideTarget target) {
    return set.containsKey(target);
  }

  boolean isBy(Collection<ActiveOverride> overrides) {
    return set.size() == overrides.size()
        && overrides.stream().allMatch(one -> Objects.equals(set.get(one.target()), one));
  }
}
