package dev.baton.engine.complete;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import java.util.List;

/**
 * Writes the outcomes of this node's attempts: outcome → transition. An outcome that commits
 * together with another write, such as the next task of a chain, has its own loop. The other write
 * may wait for a lock that a caller holds, and must not delay the other outcomes.
 */
public final class Completer {
  private final CompletionLoop plain;
  private final CompletionLoop joint;

  public Completer(NodeContext node) {
    plain = new CompletionLoop(node, "completer", node.settings().completionBatch());
    joint = new CompletionLoop(node, "joint-completer", 1);
  }

  public List<Loop> loops() {
    return List.of(plain.loop(), joint.loop());
  }

  /** Takes an outcome. Never blocks; claiming stops while this is behind. */
  public void put(Completion completion) {
    (completion.together() == null ? plain : joint).put(completion);
  }

  /**
   * Returns whether outcomes wait too long to be written: the oldest one already, or the last one
   * according to the estimate.
   */
  public boolean isBehind() {
    return plain.isBehind() || joint.isBehind();
  }
}
