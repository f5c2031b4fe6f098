package dev.baton.engine.complete;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import java.util.List;

/**
 * Writes the outcomes of this node's attempts: outcome → transition. An outcome that must commit
 * together with another write, such as the next task of a chain, is written by a second loop. That
 * write may wait for a lock of an application's transaction, and must not delay the other outcomes.
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

  /**
   * Takes an outcome. This never blocks. While the completer is behind, the node claims no tasks.
   */
  public void put(Completion completion) {
    (completion.together() == null ? plain : joint).put(completion);
  }

  /**
   * Returns whether outcomes wait too long for their write: the oldest one already does, or by an
   * estimate the last one will.
   */
  public boolean isBehind() {
    return plain.isBehind() || joint.isBehind();
  }
}
