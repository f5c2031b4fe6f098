package dev.baton.engine.base;

import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.limit.FairShare;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.Bytes;
import dev.baton.task.rule.FairTurns;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of the task types that this node can run. The dispatchers, the claimer and the
 * runner read a type's handler and limits here. The set of types never changes. Limits and retries
 * change when an operator overrides them. Thread-safe.
 */
public final class Definitions {
  private static final SortedSet<String> NO_NAMES = new TreeSet<>();

  private final List<Definition> inCode;
  private final SortedMap<OverrideTarget, OverrideValue> clusterLimits;
  private final TreeSet<String> sorted = new TreeSet<>();
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

  /** The turns of the keys, by bucket and definition. */
  private final Map<String, FairTurns> turns = new ConcurrentHashMap<>();

  // Only the cluster package replaces these four fields, always together. The names of the
  // definitions never change.
  private volatile List<Definition> all;
  private volatile Map<String, Definition> byType;
  private volatile TreeMap<String, Definition> byPrefix;
  private volatile EffectiveDefinitions overridden;

  /** The longest other prefix that each prefix begins with. */
  private final Map<String, String> widerPrefix = new HashMap<>();

  /**
   * @throws IllegalArgumentException if two definitions claim one type, or give one limit different
   *     numbers
   * @throws ConfigurationException if a definition needs JSON and Jackson is missing
   */
  public Definitions(Collection<Definition> definitions) {
    inCode = Definition.counted(definitions);
    overridden = new EffectiveDefinitions(inCode, List.of());
    all = inCode;
    for (Definition definition : all) {
      requireCodec(definition);
    }
    clusterLimits = EffectiveDefinitions.clusterLimits(inCode);
    byType = new HashMap<>(byName(all, false));
    byPrefix = byName(all, true);
    for (String prefix : byPrefix.keySet()) {
      String wider = longestPrefix(byPrefix.lowerKey(prefix), prefix);
      if (wider != null) {
        widerPrefix.put(prefix, wider);
      }
    }
    sorted.addAll(byType.keySet());
    sorted.addAll(byPrefix.keySet());
  }

  private static TreeMap<String, Definition> byName(List<Definition> definitions, boolean prefix) {
    TreeMap<String, Definition> byName = new TreeMap<>();
    for (Definition definition : definitions) {
      for (String name : definition.isPrefix() == prefix ? definition.types() : NO_NAMES) {
        if (byName.put(name, definition) != null) {
          throw new IllegalArgumentException(
              "The type " + name + " is defined twice. A type has one definition");
        }
      }
    }
    return byName;
  }

  /** Returns the definitions as the application's code makes them. */
  public Collection<Definition> inCode() {
    return inCode;
  }

  /** Returns the numbers of the cluster's limits and rates in the application's code. */
  public SortedMap<OverrideTarget, OverrideValue> clusterLimits() {
    return clusterLimits;
  }

  /** Returns the definitions with the overrides that this node knows. */
  public EffectiveDefinitions overridden() {
    return overridden;
  }

  /**
   * Registers code that runs after every change of an override, on any thread. It must return
   * quickly.
   */
  public void onChange(Runnable watcher) {
    watchers.add(watcher);
  }

  /** Applies these overrides from now on. Only one thread calls this. */
  public void override(Collection<ActiveOverride> overrides) {
    if (overridden.isBy(overrides)) {
      return;
    }
    EffectiveDefinitions now = new EffectiveDefinitions(inCode, overrides);
    List<Definition> changed = inCode.stream().map(now::of).toList();
    byType = new HashMap<>(byName(changed, false));
    byPrefix = byName(changed, true);
    overridden = now;
    // Write this field last: a thread that reads its new value also sees the other new fields.
    all = changed;
    Events.each(watchers, Runnable::run);
  }

  /**
   * Checks when the node starts that the codec exists and can read the classes of payloads, results
   * and data. Otherwise the first task, or the first caller that awaits a result, would fail.
   */
  private static void requireCodec(Definition definition) {
    definition
        .stored()
        .payloadClasses()
        .forEach(payload -> requireReadable(definition, "Tasks", payload));
    requireReadable(definition, "Results", definition.typed().resultClass());
    if (definition.handler() instanceof RawHandler.WithStates machine) {
      requireReadable(definition, "Data of tasks", machine.data());
    }
  }

  private static void requireReadable(Definition definition, String what, Class<?> values) {
    if (values == Void.class || values == Bytes.class) {
      return;
    }
    try {
      definition.stored().codec().requireReadable(values);
    } catch (IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(
          what
              + " of type "
              + definition.typed().name()
              + " can't be read: "
              + unreadable.getMessage(),
          unreadable);
    }
  }

  /**
   * Returns the longest defined prefix of the type; null if there is none. The search begins with
   * the defined prefix that is just before the type in sort order. If that isn't a prefix of the
   * type, a shorter prefix of it may be. So the search goes from longer to shorter prefixes.
   */
  private @Nullable String longestPrefix(@Nullable String before, String type) {
    String prefix = before;
    while (prefix != null && !type.startsWith(prefix)) {
      prefix = widerPrefix.get(prefix);
    }
    return prefix;
  }

  /**
   * Returns the type's own definition, or else the definition of its longest prefix. Returns null
   * if this node doesn't know the type.
   */
  public @Nullable Definition find(String type) {
    Definition definition = byType.get(type);
    if (definition != null || byPrefix.isEmpty()) {
      return definition;
    }
    String prefix = longestPrefix(byPrefix.floorKey(type), type);
    return prefix == null ? null : byPrefix.get(prefix);
  }

  /**
   * Returns the first name of the type's definition, or an empty text if this node doesn't know the
   * type. Types with the same name share their limits and turns. There are at most as many names as
   * definitions, plus the empty one.
   */
  public String nameFor(String type) {
    Definition definition = find(type);
    if (definition == null) {
      return "";
    }
    return definition.isPrefix() ? definition.type() + NodeInfo.Card.ANY : definition.type();
  }

  /**
   * Returns the turns of a type's keys in a bucket, or null for a type without a fair share. Only
   * the bucket's dispatcher may take or give back these turns.
   *
   * @param crowd number of waiting keys from which on the keys count as crowded
   */
  public @Nullable FairTurns turnsOf(String bucket, String type, int crowd) {
    Definition definition = find(type);
    FairShare share = definition == null ? null : definition.fairShare();
    return share == null
        ? null
        : turns.computeIfAbsent(
            bucket + '\n' + nameFor(type), name -> new FairTurns(share::weightOf, crowd));
  }

  /**
   * Returns the turns of a type's keys in a bucket; null for a type without a fair share, or if no
   * key has had a turn yet.
   */
  public @Nullable FairTurns turnsOf(String bucket, String type) {
    return turns.isEmpty() ? null : turns.get(bucket + '\n' + nameFor(type));
  }

  /**
   * Returns a name for the range of sorted types that contains this type: the type's own name, or
   * its prefix together with the defined name before it. Returns null if this node doesn't know the
   * type. There are at most twice as many ranges as defined names.
   */
  public @Nullable String stretchOf(String type) {
    if (byType.containsKey(type)) {
      return type;
    }
    String prefix = longestPrefix(byPrefix.floorKey(type), type);
    return prefix == null ? null : prefix + NodeInfo.Card.ANY + sorted.floor(type);
  }

  /**
   * Returns whether the type has its own definition and also begins with a defined prefix. Then
   * types that sort after it may belong to that prefix.
   */
  public boolean isWithinPrefix(String type) {
    return byType.containsKey(type) && longestPrefix(byPrefix.floorKey(type), type) != null;
  }

  /**
   * Returns the defined name or prefix that follows this type in sort order; null if there is none.
   * If the type's prefix lies within a wider prefix and ends before that name, returns the end of
   * the type's prefix.
   */
  public @Nullable String definedAfter(String type) {
    String next = sorted.higher(type);
    String prefix = longestPrefix(byPrefix.floorKey(type), type);
    if (prefix == null || !widerPrefix.containsKey(prefix)) {
      return next;
    }
    String end = behind(prefix);
    return next == null || next.compareTo(end) > 0 ? end : next;
  }

  /**
   * Returns the first text that sorts after every text with this prefix. The prefix contains no
   * surrogates.
   */
  private static String behind(String prefix) {
    int last = prefix.length() - 1;
    char next = (char) (prefix.charAt(last) + 1);
    // Half of a surrogate pair would not be a valid text.
    return prefix.substring(0, last) + (Character.isSurrogate(next) ? '\uE000' : next);
  }

  /** Returns the definition of a type that this node has claimed, which must exist. */
  public Definition get(String type) {
    Definition definition = find(type);
    if (definition == null) {
      throw new IllegalStateException(
          "A task of type " + type + " reached a node without its handler");
    }
    return definition;
  }

  /**
   * Returns how many handlers may run at a time in the transactions that finish their tasks; zero
   * if no handler is transactional.
   *
   * @param maxRunning the limit of all running tasks
   */
  public int transactionalSlots(int maxRunning) {
    int slots = 0;
    Set<Object> counters = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Definition one : inCode) {
      // A definition that shares a limit with one before adds no slots.
      if (one.handler() instanceof RawHandler.Transactional
          && LimitNumbers.of(one.limitPolicy()).stream()
              .allMatch(part -> counters.add(part.counter()))) {
        int own =
            LimitPolicies.inUse(one.limitPolicy()).stream()
                .mapToInt(LimitsInUse.Slots::slots)
                .reduce(maxRunning, Math::min);
        slots = Math.min(slots + own, maxRunning);
      }
    }
    return slots;
  }

  /** Returns the types that this node can run, in the form that it publishes to other nodes. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(byType.keySet());
    byPrefix.keySet().forEach(prefix -> names.add(prefix + NodeInfo.Card.ANY));
    return names;
  }

  public Collection<Definition> all() {
    return all;
  }

  /**
   * Returns all buckets of the node: the listed ones, the ones that definitions name, and the
   * default one.
   */
  public List<BucketOptions> buckets(Map<String, BucketOptions> listed) {
    Map<String, BucketOptions> all = new TreeMap<>(listed);
    all.computeIfAbsent(BucketOptions.DEFAULT, BucketOptions::named);
    for (Definition definition : all()) {
      all.computeIfAbsent(definition.bucket(), BucketOptions::named);
    }
    return List.copyOf(all.values());
  }
}
