package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the index of ready tasks in all shards at once. Thread-safe. */
final class ReadyRows {
  private final Shards shards;

  ReadyRows(Shards shards) {
    this.shards = shards;
  }

  List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return candidates(shards.heads(behind(bucket, after), Keys::groupOf, limit));
  }

  List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return candidates(shards.read(shards.all(), List.of(behind(bucket, after)), limit));
  }

  private static Shards.Range behind(String bucket, @Nullable Candidate after) {
    RowKey all = Keys.bucket(bucket);
    return after == null
        ? Shards.Range.of(all)
        : new Shards.Range(Keys.group(bucket, after.flow(), after.priority()).end(), all.end());
  }

  List<Candidate> fetch(String bucket, FetchRequest request, int limit) {
    List<Shards.Range> parts = parts(bucket, request);
    Share share = request.share();
    return share.parts() <= shards.count()
        ? candidates(shards.read(of(share), parts, limit))
        : ofManyShares(share, parts, limit);
  }

  /** Returns the shards of a share, so that nodes that share a flow write different shards. */
  private List<Integer> of(Share share) {
    return shards.all().stream().filter(shard -> shard % share.parts() == share.part()).toList();
  }

  /**
   * Returns the tasks of the share if there are more shares than shards. Each share is then a part
   * of the ids, so a node also reads the tasks of other shares and drops them.
   */
  private List<Candidate> ofManyShares(Share share, List<Shards.Range> parts, int limit) {
    List<Candidate> found = new ArrayList<>();
    List<Shards.Range> left = parts;
    int size = limit * share.parts();
    while (!left.isEmpty() && found.size() < limit) {
      List<Shards.ShardRow> page = shards.read(shards.all(), left, size);
      candidates(page).stream()
          .filter(task -> Math.floorMod(task.id().hashCode(), share.parts()) == share.part())
          .limit(limit - found.size())
          .forEach(found::add);
      left = page.size() < size ? List.of() : behind(left, page.get(page.size() - 1).key());
    }
    return found;
  }

  private static List<Shards.Range> behind(List<Shards.Range> parts, RowKey last) {
    return parts.stream()
        .filter(part -> part.to().compareTo(last) > 0)
        .map(
            part ->
                part.from().compareTo(last) > 0 ? part : new Shards.Range(last.next(), part.to()))
        .toList();
  }

  /** Returns the flow's ranges from the given positions on. */
  private static List<Shards.Range> parts(String bucket, FetchRequest request) {
    List<Shards.Range> parts = new ArrayList<>();
    RowKey flow = Keys.flow(bucket, request.flow());
    RowKey from = flow;
    for (Map.Entry<Integer, ReadyPlace> named : request.from().entrySet()) {
      RowKey group = Keys.group(bucket, request.flow(), named.getKey());
      parts.add(new Shards.Range(from, group));
      from = Keys.place(group, named.getValue());
    }
    parts.add(new Shards.Range(from, flow.end()));
    return parts;
  }

  private static List<Candidate> candidates(List<Shards.ShardRow> found) {
    return found.stream().map(Keys::candidate).toList();
  }
}
