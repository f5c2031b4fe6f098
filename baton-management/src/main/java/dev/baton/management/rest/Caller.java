package dev.baton.management.rest;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import dev.baton.task.TaskSpec;
import java.util.UUID;

/** Who asks, and what they may do. */
record Caller(Principal principal, AccessPolicy policy) {

  boolean may(Right right, Subject subject) {
    return policy.allows(principal, right, subject);
  }

  boolean may(Right right, UUID id, TaskSpec spec) {
    return may(right, Subject.task(id, spec));
  }

  /** Whether it may see what goes on in this type and bucket. */
  boolean sees(String type, String bucket) {
    return may(Right.VIEW, new Subject(type, bucket, null, null));
  }

  void require(Right right, Subject subject) {
    if (!may(right, subject)) {
      throw Refused.forbidden(right);
    }
  }
}
