package dev.baton.engine.base;

import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeInfo;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.limit.FairShare;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.task.Bytes;
import dev.baton.task.rule.FairTurns;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The task types this node can run. Which there are never changes; how they are run does when an
 * operator sets a limit or a retry. Thread-safe.
 */
public final class Definitions {
  private static final SortedSet<String> NO_NAMES = new TreeSet<>();

  private final List<Definition> inCode;
  private final SortedMap<OverrideTarget, OverrideValue> clusterLimits;
  private final TreeSet<String> sorted = new TreeSet<>();
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

  /** By bucket and definition. */
  private final Map<String, FairTurns> turns = new ConcurrentHashMap<>();

  // Replaced as a whole, by the room cluster alone; each has the same names as the one before.
  private volatile List<Definition> all;
  private volatile Map<String, Definition> byType;
  private volatile TreeMap<String, Definition> byPrefix;
  private volatile EffectiveDefinitions overridden;

  /** For each prefix that begins with another one, the longest of those. */
  private final Map<String, String> widerPrefix = new HashMap<>();

  /**
   * @throws IllegalArgumentException when two definitions claim one type, or give one limit
   *     different numbers
   * @throws ConfigurationException when one needs JSON, and no Jackson is there
   */
  public Definitions(Collection<Definition> definitions) {
    inCode = Definition.counted(definitions);
    overridden = new EffectiveDefinitions(inCode, List.of());
    all = inCode;
    all.forEach(definition -> requireCodec(definition));
    clusterLimits = EffectiveDefinitions.clusterLimits(inCode);
    byType = new HashMap<>(byName(all, false));
    byPrefix = byName(all, true);
    byPrefix
        .keySet()
        .forEach(
            prefix -> {
              String wider = longestPrefix(byPrefix.lowerKey(prefix), prefix);
              if (wider != null) {
                widerPrefix.put(prefix, wider);
              }
            });
    sorted.addAll(byType.keySet());
    sorted.addAll(byPrefix.keySet());
  }

  private static TreeMap<String, Definition> byName(List<Definition> definitions, boolean prefix) {
    TreeMap<String, Definition> byName = new TreeMap<>();
    for (Definition definition : definitions) {
      for (String name : definition.isPrefix() == prefix ? definition.types() : NO_NAMES) {
        if (byName.put(name, definition) != null) {
          throw new IllegalArgumentException(
              "The type " + name + " is defined twice; a type has one definition");
        }
      }
    }
    return byName;
  }

  /** As the application wrote them. */
  public Collection<Definition> inCode() {
    return inCode;
  }

  /** The numbers of the cluster's limits and rates as the application wrote them. */
  public SortedMap<OverrideTarget, OverrideValue> clusterLimits() {
    return clusterLimits;
  }

  /** What is set at run time, as far as this node knows. */
  public EffectiveDefinitions overridden() {
    return overridden;
  }

  /** Run after every change of an override, on any thread; must be quick. */
  public void onChange(Runnable watcher) {
    watchers.add(watcher);
  }

  /** Tasks are run by these overrides from here on. Called by one thread. */
  public void override(Collection<ActiveOverride> overrides) {
    if (overridden.isBy(overrides)) {
      return;
    }
    EffectiveDefinitions now = new EffectiveDefinitions(inCode, overrides);
    List<Definition> changed = inCode.stream().map(now::of).toList();
    byType = new HashMap<>(byName(changed, false));
    byPrefix = byName(changed, true);
    overridden = now;
    // Last: whoever sees these sees the others too.
    all = changed;
    Events.each(watchers, Runnable::run);
  }

  /**
   * A codec that can't be had, or can't read the payload's class, is told when the node starts, not
   * by the first task.
   */
  private static void requireCodec(Definition definition) {
    TaskType<?, ?> typed = definition.typed();
    if (!isEncoded(typed.payloadClass()) && !isEncoded(typed.resultClass())) {
      return;
    }
    PayloadCodec codec = definition.stored().codec();
    if (isEncoded(typed.payloadClass())) {
      try {
        codec.requireReadable(typed.payloadClass());
      } catch (IllegalArgumentException unreadable) {
        throw new IllegalArgumentException(
            "Tasks of type " + typed.name() + " can't be read: " + unreadable.getMessage(),
            unreadable);
      }
    }
  }

  private static boolean isEncoded(Class<?> values) {
    return values != Void.class && values != Bytes.class;
  }

  /**
   * The longest prefix of the type, which is in the order of names the next before it, or one that
   * begins that one. Those that begin a name are asked for from the shortest name on.
   */
  private @Nullable String longestPrefix(@Nullable String before, String type) {
    String prefix = before;
    while (prefix != null && !type.startsWith(prefix)) {
      prefix = widerPrefix.get(prefix);
    }
    return prefix;
  }

  /**
   * The definition of the type: its own, or that of its longest prefix; null when this node doesn't
   * know it.
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
   * What tells apart whose limits a type falls under: the first name of its definition, empty where
   * this node doesn't know it. There are no more of these than definitions.
   */
  public String nameFor(String type) {
    Definition definition = find(type);
    if (definition == null) {
      return "";
    }
    return definition.isPrefix() ? definition.type() + NodeInfo.Card.ANY : definition.type();
  }

  /**
   * How the keys of a type take turns in a bucket; null where they don't. They are the bucket's
   * dispatcher's own.
   *
   * @param crowd how many keys that wait are a crowd
   */
  public @Nullable FairTurns turnsOf(String bucket, String type, int crowd) {
    Definition definition = find(type);
    FairShare share = definition == null ? null : definition.fairShare();
    return share == null
        ? null
        : turns.computeIfAbsent(
            bucket + '\n' + nameFor(type), name -> new FairTurns(share::weightOf, crowd));
  }

  /** How the keys of a type take turns in a bucket; null where they don't, or none has yet. */
  public @Nullable FairTurns turnsOf(String bucket, String type) {
    return turns.isEmpty() ? null : turns.get(bucket + '\n' + nameFor(type));
  }

  /**
   * What tells apart where in the order of types this one stands: its name, or its prefix between
   * two names that are defined beside that; null when this node doesn't know it. There are at most
   * twice as many of these as names that are defined.
   */
  public @Nullable String stretchOf(String type) {
    if (byType.containsKey(type)) {
      return type;
    }
    String prefix = longestPrefix(byPrefix.floorKey(type), type);
    return prefix == null ? null : prefix + NodeInfo.Card.ANY + sorted.floor(type);
  }

  /** Whether the type is defined by its own name within a prefix, which has what comes next. */
  public boolean isWithinPrefix(String type) {
    return byType.containsKey(type) && longestPrefix(byPrefix.floorKey(type), type) != null;
  }

  /**
   * The first name, or prefix, of all that are defined that comes after this type and isn't a
   * prefix of it; or where the types of its prefix end, if a wider one goes on there before. Null
   * when there is none.
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

  /** The first text that comes after all that begin with this one, which has no surrogates. */
  private static String behind(String prefix) {
    int last = prefix.length() - 1;
    char next = (char) (prefix.charAt(last) + 1);
    // Half a surrogate pair is no text.
    return prefix.substring(0, last) + (Character.isSurrogate(next) ? '\uE000' : next);
  }

  /** The definition of a type this node has claimed. */
  public Definition get(String type) {
    Definition definition = find(type);
    if (definition == null) {
      throw new IllegalStateException("A task of type " + type + " reached a node without it");
    }
    return definition;
  }

  /** Whether any handler runs in a transaction that ends its task. */
  public boolean areTransactional() {
    return all.stream().anyMatch(one -> one.handler() instanceof RawHandler.Transactional);
  }

  /** The types this node can run, as it tells other nodes. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(byType.keySet());
    byPrefix.keySet().forEach(prefix -> names.add(prefix + NodeInfo.Card.ANY));
    return names;
  }

  public Collection<Definition> all() {
    return all;
  }

  /** All buckets of the node: those listed, those that definitions name, and the default one. */
  public List<BucketOptions> buckets(Map<String, BucketOptions> listed) {
    Map<String, BucketOptions> all = new TreeMap<>(listed);
    all.computeIfAbsent(BucketOptions.DEFAULT, BucketOptions::named);
    for (Definition definition : all()) {
      all.computeIfAbsent(definition.bucket(), BucketOptions::named);
    }
    return List.copyOf(all.values());
  }
}
