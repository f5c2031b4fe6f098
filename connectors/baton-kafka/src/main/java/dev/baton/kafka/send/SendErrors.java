package dev.baton.kafka.send;

import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.jspecify.annotations.Nullable;

/** Decides what a failure to send means for the task. */
final class SendErrors {
  private static final List<Remedy> FOR_GOOD =
      List.of(
          new Remedy(
              RecordTooLargeException.class,
              "Raise max.message.bytes of the topic and max.request.size of this producer, then"
                  + " retry the task; or cancel it and send a reference instead"),
          new Remedy(
              RecordBatchTooLargeException.class,
              "Raise segment.bytes or max.message.bytes of the topic, then retry the task"),
          new Remedy(
              InvalidTopicException.class,
              "No topic can have this name: cancel the task, and send to another topic"),
          new Remedy(
              AuthorizationException.class,
              "Grant this service's Kafka user WRITE and DESCRIBE on the topic, then retry the"
                  + " task, all of its kind with Operations.bulk"),
          new Remedy(
              InvalidRecordException.class,
              "The broker refuses such a message: for example, a compacted topic needs a key."
                  + " Fail the task, and send a message that the topic accepts"),
          new Remedy(
              PolicyViolationException.class,
              "A policy of the brokers refuses it: change the message or the policy, then retry the"
                  + " task"),
          new Remedy(
              UnsupportedForMessageFormatException.class,
              "The topic's message format is too old for headers: upgrade it, then retry the task"),
          new Remedy(
              SerializationException.class,
              "It can't be written as a Kafka record: cancel the task"),
          new Remedy(
              IllegalArgumentException.class,
              "Kafka's client refuses it: cancel the task, and send a message that it accepts"));

  private SendErrors() {}

  private record Remedy(Class<? extends Throwable> error, String what) {}

  /** No retry can help: the task stops in ERROR at once. */
  static final class Unsendable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsendable(String what, Throwable cause) {
      super(what, cause);
    }
  }

  /** The task's retry policy decides. */
  static final class NotSentYet extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotSentYet(String what, Throwable cause) {
      super(what, cause);
    }
  }

  /**
   * Returns the exception for the attempt to throw.
   *
   * @param which the message, in words
   */
  static RuntimeException of(String which, Throwable error) {
    String remedy = remedy(error);
    return remedy == null
        ? new NotSentYet(which + " was not acknowledged by Kafka: " + error, error)
        : new Unsendable(which + " can't be sent. " + remedy + ". Kafka says: " + error, error);
  }

  /** Returns whether no retry can help. */
  static boolean isForGood(Throwable error) {
    return remedy(error) != null;
  }

  /** Returns whether the producer can still be used afterwards. */
  static boolean leavesProducerSound(Throwable error) {
    return error instanceof RetriableException
        || (isForGood(error)
            && (!(error instanceof AuthorizationException)
                || error instanceof TopicAuthorizationException));
  }

  private static @Nullable String remedy(Throwable error) {
    for (Remedy remedy : FOR_GOOD) {
      if (remedy.error().isInstance(error)) {
        return remedy.what();
      }
    }
    return null;
  }
}
