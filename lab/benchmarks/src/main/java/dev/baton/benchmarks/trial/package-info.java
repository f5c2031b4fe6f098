/**
 * One contender in one round of one work: its database, its processes, the file of times they
 * share, and what it cost.
 */
@NullMarked
package dev.baton.benchmarks.trial;

import org.jspecify.annotations.NullMarked;
