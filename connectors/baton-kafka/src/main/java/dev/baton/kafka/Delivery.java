package dev.baton.kafka;

/** Whom a hint is to reach. */
sealed interface Delivery {
  /** Each node that has the bucket. */
  record ToEveryNode() implements Delivery {}

  /** One node of the group, whichever has the partition. */
  record ToOneNode(String group) implements Delivery {
    public ToOneNode {
      if (group.isBlank()) {
        throw new IllegalArgumentException("The group must have a name");
      }
    }
  }
}
