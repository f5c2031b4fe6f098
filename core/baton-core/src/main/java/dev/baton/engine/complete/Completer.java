package dev.baton.engine.complete;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import java.util.List;

/**
 * Writes outcomes. An outcome that commits together with something else, such as the next task of a
 * chain, is written separately: the other write may wait for a lock that a caller holds, and the
 * other outcomes mustn't wait for it.
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

  /** Takes an outcome. Never blocks: claiming stops while this is behind. */
  public void put(Completion completion) {
    (completion.together() == null ? plain : joint).put(completion);
  }

  /**
   * Whether what has ended waits too long to be written: its oldest outcome, or the last one as far
   * as can be told.
   */
  public boolean isBehind() {
    return plain.isBehind() || joint.isBehind();
  }
}
