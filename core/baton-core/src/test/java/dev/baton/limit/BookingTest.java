package dev.baton.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.limit.internal.RefusedSlot;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BookingTest {

  private static Candidate candidate(String key, int priority) {
    return new Candidate(new UUID(0, 1), 1, "default", new Flow("T", key), priority, Instant.EPOCH);
  }

  private static BookingPolicy policy(Limit first, Limit... others) {
    return LimitPolicies.of(first, others);
  }

  private static GrantedSlot held(BookingPolicy policy, String key) {
    Booking booking = policy.book(candidate(key, 5));
    assertThat(booking).isInstanceOf(GrantedSlot.class);
    return (GrantedSlot) booking;
  }

  private static RefusedSlot refused(BookingPolicy policy, String key) {
    Booking booking = policy.book(candidate(key, 5));
    assertThat(booking).isInstanceOf(RefusedSlot.class);
    return (RefusedSlot) booking;
  }

  @Test
  void noLimitAlwaysHasASlot() {
    BookingPolicy none = policy(Limit.none());
    for (int i = 0; i < 1_000; i++) {
      held(none, "k");
    }
  }

  @Test
  void nodeLimitCountsBookingsUntilRelease() {
    BookingPolicy two = policy(Limit.node(2));
    GrantedSlot first = held(two, "a");
    held(two, "b");
    RefusedSlot full = refused(two, "c");
    assertThat(full.scope()).isEqualTo(RefusedSlot.Scope.DEFINITION);
    assertThat(full.reason()).isEqualTo("limit 2/2 on this node");
    first.release().run();
    held(two, "c");
    refused(two, "c");
  }

  @Test
  void aStretchedLimitHasMoreSlotsForUrgentTasksOnly() {
    BookingPolicy stretched = policy(Limit.node(1).extra(1).forPriorityUpTo(2));
    held(stretched, "k");
    assertThat(stretched.book(candidate("k", 3))).isInstanceOf(RefusedSlot.class);
    assertThat(stretched.book(candidate("k", 2))).isInstanceOf(GrantedSlot.class);
    assertThat(stretched.book(candidate("k", 0))).isInstanceOf(RefusedSlot.class);
  }

  @Test
  void keyLimitRefusesOnlyItsKey() {
    BookingPolicy one = policy(Limit.node(1).perKey());
    GrantedSlot first = held(one, "a");
    assertThat(refused(one, "a").scope()).isEqualTo(RefusedSlot.Scope.KEY);
    held(one, "b");
    first.release().run();
    held(one, "a");
    refused(one, "a");
  }

  @Test
  void aLimitPerKeyCountsSeveralSlotsOfOneKey() {
    BookingPolicy two = policy(Limit.node(2).perKey());
    GrantedSlot first = held(two, "a");
    held(two, "a");
    refused(two, "a");
    first.release().run();
    held(two, "a");
    refused(two, "a");
  }

  @Test
  void impossibleLimitsAreRefusedWhenBuilt() {
    for (Runnable wrong :
        List.<Runnable>of(
            () -> Limit.node(0),
            () -> Limit.node(-1),
            () -> Limit.node(0).perKey(),
            () -> Limit.cluster("c", 0),
            () -> Limit.node(1).extra(-1),
            () -> Limit.node(Integer.MAX_VALUE).extra(1),
            () -> Limit.node(1).extra(1).forPriorityUpTo(-1),
            () -> Limit.node(1).extra(1).forPriorityUpTo(10))) {
      assertThatThrownBy(wrong::run).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void racingThreadsNeverExceedLimit() throws Exception {
    for (BookingPolicy policy :
        List.of(
            policy(Limit.node(3)),
            policy(Limit.node(3).perKey()),
            policy(Limit.node(3), Limit.node(4).perKey()))) {
      AtomicInteger held = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Thread thread = new Thread(() -> bookOften(policy, start, held, most));
        thread.start();
        threads.add(thread);
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(most.get()).isBetween(1, 3);
      for (int i = 0; i < 3; i++) {
        held(policy, "k");
      }
      refused(policy, "k");
    }
  }

  private static void bookOften(
      BookingPolicy policy, CountDownLatch start, AtomicInteger held, AtomicInteger most) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < 5_000; i++) {
      if (policy.book(candidate("k", 5)) instanceof GrantedSlot slot) {
        most.accumulateAndGet(held.incrementAndGet(), Math::max);
        held.decrementAndGet();
        slot.release().run();
      }
    }
  }

  @Test
  void twoPoliciesMustBothAgreeAndBothGetTheirSlotBack() {
    BookingPolicy all = policy(Limit.node(2));
    BookingPolicy mine = policy(Limit.node(1).perKey());
    BookingPolicy both = policy(Limit.custom(all), Limit.custom(mine));
    GrantedSlot first = held(both, "a");
    assertThat(refused(both, "a").scope()).isEqualTo(RefusedSlot.Scope.KEY);
    held(both, "b");
    assertThat(refused(both, "c").scope()).isEqualTo(RefusedSlot.Scope.DEFINITION);
    first.release().run();
    held(both, "a");
  }

  @Test
  void theFirstSlotIsGivenBackWhenTheSecondPolicyRefuses() {
    BookingPolicy first = policy(Limit.node(1));
    RefusedSlot later =
        new RefusedSlot(RefusedSlot.Scope.TYPE, Duration.ofSeconds(3), "closed at night");
    BookingPolicy both =
        policy(
            Limit.custom(first),
            Limit.custom(
                candidate -> Booking.typeFull("closed at night").notBefore(Duration.ofSeconds(3))));
    assertThat(refused(both, "a")).isEqualTo(later);
    held(first, "a");
  }

  @Test
  void theFirstSlotIsGivenBackWhenTheSecondPolicyThrows() {
    BookingPolicy first = policy(Limit.node(1));
    BookingPolicy both =
        policy(
            Limit.custom(first),
            Limit.custom(
                candidate -> {
                  throw new IllegalStateException("a broken policy");
                }));
    assertThatThrownBy(() -> both.book(candidate("a", 5))).hasMessage("a broken policy");
    held(first, "a");
  }

  @Test
  void secondPolicyIsNotCalledIfTheFirstRefuses() {
    AtomicInteger asked = new AtomicInteger();
    BookingPolicy both =
        policy(
            Limit.custom(candidate -> Booking.keyFull("full")),
            Limit.custom(
                candidate -> {
                  asked.incrementAndGet();
                  return Booking.held(() -> {});
                }));
    refused(both, "a");
    assertThat(asked).hasValue(0);
  }

  @Test
  void firstSlotIsReleasedEvenIfReleaseOfSecondThrows() {
    BookingPolicy first = policy(Limit.node(1));
    BookingPolicy both =
        policy(
            Limit.custom(first),
            Limit.custom(
                candidate ->
                    Booking.held(
                        () -> {
                          throw new IllegalStateException("a broken release");
                        })));
    GrantedSlot slot = held(both, "a");
    assertThatThrownBy(() -> slot.release().run()).hasMessage("a broken release");
    held(first, "a");
  }

  @Test
  void eachNodeCountsSeparately() {
    BookingPolicy code = policy(Limit.node(1), Limit.node("n", 1), Limit.node("k", 1).perKey());
    BookingPolicy one = new LimitPolicies().counted("T", code);
    BookingPolicy other = new LimitPolicies().counted("T", code);
    held(one, "a");
    refused(one, "a");
    held(other, "a");
  }

  @Test
  void definitionsThatUseOneNameOfANodesLimitCountTogether() {
    LimitPolicies node = new LimitPolicies();
    for (Limit shared : List.of(Limit.node("n", 1), Limit.node("k", 1).perKey())) {
      BookingPolicy one = node.counted("T", policy(shared));
      BookingPolicy other = node.counted("U", policy(Limit.node(5), shared));
      GrantedSlot first = held(one, "a");
      refused(other, "a");
      first.release().run();
      held(other, "a");
      refused(one, "a");
    }
  }

  @Test
  void definitionsWithUnnamedLimitCountSeparately() {
    LimitPolicies node = new LimitPolicies();
    Limit limit = Limit.node(1);
    held(node.counted("T", policy(limit)), "a");
    held(node.counted("U", policy(limit)), "a");
  }

  @Test
  void onlyARefusalIsAskedAgainLater() {
    Booking held = Booking.held(() -> {});
    assertThat(held.notBefore(Duration.ofHours(1))).isSameAs(held);
    Booking refused = Booking.keyFull("closed").notBefore(Duration.ofHours(1));
    assertThat(refused)
        .isEqualTo(new RefusedSlot(RefusedSlot.Scope.KEY, Duration.ofHours(1), "closed"));
  }
}
