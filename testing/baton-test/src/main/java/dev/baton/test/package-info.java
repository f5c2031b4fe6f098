/**
 * Tests of code that uses Baton. A {@link dev.baton.test.TestBaton} is a small cluster whose engine
 * is the real one and whose time and turns belong to the test: nothing runs until the test says so,
 * handlers run one at a time while it waits, and no test sleeps.
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
 * <p>{@link dev.baton.test.BatonExtension} gives one to each JUnit test, {@link
 * dev.baton.test.BatonAssertions} asserts with AssertJ, and {@link dev.baton.test.Faults} lets
 * things go wrong. The same API works without a database and on a real one.
 */
@NullMarked
package dev.baton.test;

import org.jspecify.annotations.NullMarked;
