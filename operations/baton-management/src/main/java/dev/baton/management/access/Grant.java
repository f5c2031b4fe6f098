package dev.baton.management.access;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Allows a role to use rights on some tasks. A task matches if its type, its bucket and its key are
 * each in the given list. A list that isn't given matches everything. Immutable.
 *
 * <pre>{@code
 * Grant.to("support").rights(VIEW, RETRY).types("PAYOUT", "REFUND*").buckets("payouts")
 * }</pre>
 *
 * @param types exact names, or prefixes that end in {@code *}; null for any
 * @param buckets exact names; null for any
 * @param keys exact flow keys; null for any key and for tasks without one
 */
public record Grant(
    String role,
    Set<Right> rights,
    @Nullable List<String> types,
    @Nullable List<String> buckets,
    @Nullable List<String> keys) {
  private static final String ANY_ENDING = "*";

  public Grant {
    rights = Set.copyOf(rights);
    types = types == null ? null : List.copyOf(types);
    buckets = buckets == null ? null : List.copyOf(buckets);
    keys = keys == null ? null : List.copyOf(keys);
  }

  /** Returns a grant to this role, at first without any rights. */
  public static Grant to(String role) {
    return new Grant(role, Set.of(), null, null, null);
  }

  /** Returns the grant with exactly these rights. */
  public Grant rights(Right... some) {
    EnumSet<Right> all = EnumSet.noneOf(Right.class);
    all.addAll(Arrays.asList(some));
    return new Grant(role, all, types, buckets, keys);
  }

  /**
   * Returns the grant for tasks of these types only. {@code REFUND*} matches all types that begin
   * with REFUND.
   */
  public Grant types(String... some) {
    return new Grant(role, rights, List.of(some), buckets, keys);
  }

  /** Returns the grant for tasks in these buckets only. */
  public Grant buckets(String... some) {
    return new Grant(role, rights, types, List.of(some), keys);
  }

  /** Returns the grant for tasks with these flow keys only. */
  public Grant keys(String... some) {
    return new Grant(role, rights, types, buckets, List.of(some));
  }

  /** Returns whether the grant covers every task of the scope. */
  boolean covers(Scope scope) {
    return (types == null || isType(types, scope.type()))
        && (buckets == null || isOne(buckets, scope.bucket()))
        && (keys == null || isOne(keys, scope.key()));
  }

  private static boolean isOne(List<String> names, @Nullable String name) {
    return name != null && names.contains(name);
  }

  private static boolean isType(List<String> types, @Nullable String type) {
    return type != null
        && types.stream()
            .anyMatch(
                known ->
                    known.endsWith(ANY_ENDING)
                        ? type.startsWith(known.substring(0, known.length() - ANY_ENDING.length()))
                        : known.equals(type));
  }
}
