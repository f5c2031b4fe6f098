package dev.baton.quarkus;

import dev.baton.Baton;

/** A bean that Baton calls once, with the node, after the node has started. */
@FunctionalInterface
public interface BatonStarted {
  void started(Baton baton);
}
