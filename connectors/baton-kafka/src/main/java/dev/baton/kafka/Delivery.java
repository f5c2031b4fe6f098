package dev.baton.kafka;

/** The nodes that a hint must reach. */
sealed interface Delivery {
  /** Reaches each node that has the bucket. */
  record ToEveryNode() implements Delivery {}

  /** Reaches the node of the group that has the partition. */
  record ToOneNode(String group) implements Delivery {
    public ToOneNode {
      if (group.isBlank()) {
        throw new IllegalArgumentException("The group must have a name");
      }
    }
  }
}
