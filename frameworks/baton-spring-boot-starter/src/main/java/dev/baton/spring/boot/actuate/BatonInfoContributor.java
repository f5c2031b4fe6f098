package dev.baton.spring.boot.actuate;

import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.spring.BatonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Describes the node of this application: types, buckets, and schema version. */
public final class BatonInfoContributor implements InfoContributor {
  private final BatonNode node;

  public BatonInfoContributor(BatonNode node) {
    this.node = node;
  }

  @Override
  public void contribute(Info.Builder info) {
    if (!node.isRunning()) {
      return;
    }
    TreeSet<String> types = new TreeSet<>();
    TreeSet<String> buckets = new TreeSet<>();
    for (TaskDefinition<?, ?> one : node.baton().definitions()) {
      Definition definition = Definition.of(one);
      types.addAll(definition.types());
      buckets.add(definition.bucket());
    }
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("schema", BatonSchema.version());
    told.put("types", types);
    told.put("buckets", buckets);
    info.withDetail("baton", told);
  }
}
