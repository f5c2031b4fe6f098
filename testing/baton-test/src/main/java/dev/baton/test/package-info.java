/**
 * Tests of code that uses Baton. A {@link dev.baton.test.TestBaton} is a small cluster with the
 * real engine. The test controls time and the order of threads: no task runs until the test says
 * so, handlers run one at a time while the test waits, and no test sleeps.
 *
 * <pre>{@code
 * @RegisterExtension
 * final BatonExtension extension = BatonExtension.inMemory(b -> b.define(payouts.definition()));
 *
 * @Test
 * void aPayoutIsTriedAgainAfterAMinute(TestBaton baton) {
 *   bank.isBusyOnce();
 *   UUID payout = baton.add(PAY_OUT, new Payout("ada", 12_500));
 *
 *   baton.drain();
 *   assertThat(baton.task(payout)).isDueIn(Duration.ofMinutes(1));
 *
 *   baton.advance(Duration.ofMinutes(1));
 *   assertThat(baton.task(payout)).isDone();
 * }
 * }</pre>
 *
 * <p>{@link dev.baton.test.BatonExtension} gives each JUnit test its own cluster, {@link
 * dev.baton.test.BatonAssertions} provides AssertJ assertions, and {@link dev.baton.test.Faults}
 * injects faults. The same API works in memory and on a real database.
 */
@NullMarked
package dev.baton.test;

import org.jspecify.annotations.NullMarked;
