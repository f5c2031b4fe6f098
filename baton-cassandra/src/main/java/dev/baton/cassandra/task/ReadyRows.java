package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Place;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
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
    return candidates(shards.read(of(request.share()), parts(bucket, request), limit));
  }

  /** A share is a part of the shards: nodes that share a flow then write different ones. */
  private List<Integer> of(Share share) {
    return shards.all().stream().filter(shard -> shard % share.parts() == share.part()).toList();
  }

  /** The flow, without what stands before the places that are named. */
  private static List<Shards.Range> parts(String bucket, FetchRequest request) {
    List<Shards.Range> parts = new ArrayList<>();
    RowKey flow = Keys.flow(bucket, request.flow());
    RowKey from = flow;
    for (Map.Entry<Integer, Place> named : request.from().entrySet()) {
      RowKey group = Keys.group(bucket, request.flow(), named.getKey());
      parts.add(new Shards.Range(from, group));
      from = Keys.place(group, named.getValue());
    }
    parts.add(new Shards.Range(from, flow.end()));
    return parts;
  }

  private static List<Candidate> candidates(List<Shards.Found> found) {
    return found.stream().map(Keys::candidate).toList();
  }
}
