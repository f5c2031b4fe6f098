package dev.baton.spring;

import dev.baton.Baton;

/** A bean that makes the last changes to the node's settings before the node starts. */
@FunctionalInterface
public interface BatonCustomizer {
  void customize(Baton.Builder node);
}
