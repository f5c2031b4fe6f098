/**
 * Turns candidates into claimed tasks, with one dispatcher for each bucket. Candidates come from
 * hints, scans and fetches. The subpackages are table, slot, claim and fetch; each depends only on
 * those before it.
 */
@NullMarked
package dev.baton.engine.dispatch;

import org.jspecify.annotations.NullMarked;
